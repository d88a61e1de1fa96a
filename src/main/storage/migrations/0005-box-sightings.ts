/**
 * Which cached answers show a box. A box's keyed hash finds these answers without opening an answer. A row is deleted together with its
 * answer.
 */
export const boxSightings = `
CREATE TABLE box_sighting (
  box_key BLOB NOT NULL,
  kept_id INTEGER NOT NULL REFERENCES kept_answer (id) ON DELETE CASCADE,
  PRIMARY KEY (box_key, kept_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX box_sighting_by_answer ON box_sighting (kept_id);
`
