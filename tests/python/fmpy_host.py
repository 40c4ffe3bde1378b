"""FMPy as a host: see the documentation of the package host-tests for arguments and files."""

import csv
import sys
from pathlib import Path

import numpy as np
from fmpy import read_model_description, simulate_fmu
from fmpy.util import read_csv
from fmpy_once import validate_fmu

STATUS = ["ok", "warning", "discard", "error", "fatal", "pending"]


def main() -> None:
    task = {"validate": validate, "simulate": simulate}[sys.argv[1]]
    for fmu in sorted(Path(sys.argv[2]).glob("*.fmu")):
        print(f"{sys.argv[1]} {fmu}", flush=True)
        task(fmu)


def validate(fmu: Path) -> None:
    problems = validate_fmu(str(fmu))
    fmu.with_suffix(".problems.txt").write_text("".join(f"{problem}\n" for problem in problems), encoding="utf-8")


def simulate(fmu: Path) -> None:
    description = read_model_description(fmu)
    names = [v.name for v in description.modelVariables if v.type != "String" and v.causality != "independent"]
    signals = fmu.with_suffix(".input.csv")
    messages: list[str] = []

    def log(_environment, _instance, status, category, message) -> None:
        messages.append(f"{STATUS[status]} {category.decode()}: {message.decode()}\n")

    result = simulate_fmu(
        str(fmu),
        model_description=description,
        start_values=start_values(fmu),
        input=read_csv(signals) if signals.exists() else None,
        output=names,
        logger=log,
    )
    fmu.with_suffix(".messages.txt").write_text("".join(messages), encoding="utf-8")
    write(fmu.with_suffix(".result.csv"), result)


def start_values(fmu: Path) -> dict[str, str]:
    path = fmu.with_suffix(".start.csv")
    if not path.exists():
        return {}
    with path.open(newline="", encoding="utf-8") as file:
        return {row["name"]: row["value"] for row in csv.DictReader(file)}


def write(path: Path, result: np.ndarray) -> None:
    """Numbers with all their digits, Booleans as 0 and 1."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(result.dtype.names)
        writer.writerows(result.astype([(name, float) for name in result.dtype.names]).tolist())


if __name__ == "__main__":
    main()
