within Hoist;
package Parts "What hoists are made of"
end Parts;
