/** The index that finds when the next waiting job may run. Each save and end of a job needs it, so it must be quick with long lists. */
export const jobsToWake = `
CREATE INDEX job_to_wake ON job (connection_id, waits_until) WHERE waits_until IS NOT NULL;
`
