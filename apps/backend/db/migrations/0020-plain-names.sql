-- Her name's plain letters (packages/rules/names/plain-letters.ts), by which she is searched, and the ends of them in
-- performer_name_ends. Null until the program has filled it: the rule is its own, and is followed anew at each start.
ALTER TABLE performers ADD COLUMN plain_name text COLLATE "C";
CREATE INDEX performers_plain_name ON performers (plain_name, id);
