/** Which cached answers show a box. They are found by the box's keyed hash, without opening one. A row is deleted with its answer. */
export const boxSightings = `
CREATE TABLE box_sighting (
  box_key BLOB NOT NULL,
  kept_id INTEGER NOT NULL REFERENCES kept_answer (id) ON DELETE CASCADE,
  PRIMARY KEY (box_key, kept_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX box_sighting_by_answer ON box_sighting (kept_id);
`
