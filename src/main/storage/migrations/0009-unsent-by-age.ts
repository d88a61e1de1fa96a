/** The index that finds when the oldest unsent job was saved. Every snapshot needs this, so it must be quick even with a very long list. */
export const unsentByAge = `
CREATE INDEX job_unsent_by_age ON job (connection_id, created_at) WHERE state IN ('saved', 'sending', 'checking', 'waiting');
`
