/**
 * `mac`: authenticates a job with its steps and entries, so that a change from outside is noticed. Null in jobs of an earlier
 * release, until a session has opened the file.
 */
export const recordMac = `
ALTER TABLE job ADD COLUMN mac BLOB;
CREATE INDEX job_changed_outside ON job (state) WHERE why = 'changed-outside';
`
