/** When the oldest work that is not sent yet was saved: asked at every change of what is shown, also of a very long list. */
export const unsentByAge = `
CREATE INDEX job_unsent_by_age ON job (connection_id, created_at) WHERE state IN ('saved', 'sending', 'checking', 'waiting');
`
