/**
 * The keys by which jobs on a customer or a box are found are half as long as before: 128 bits tell a hundred thousand jobs
 * apart as surely as 256 do, and their indexes, which a long list is written into all over, are a third smaller.
 */
export const shortKeys = `
UPDATE job SET customer_key = substr(customer_key, 1, 16), box_key = substr(box_key, 1, 16);
UPDATE task SET customer_key = substr(customer_key, 1, 16);
UPDATE box_sighting SET box_key = substr(box_key, 1, 16);
`
