//! Plain C functions for linking without FMI.
