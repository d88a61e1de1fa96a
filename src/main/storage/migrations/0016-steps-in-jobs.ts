/**
 * From this schema on, the values of a new step are sealed with its job, and the step's own `sealed` is empty. The tables stay as they are.
 * The new number keeps an earlier release, which cannot read such steps, from opening the file.
 */
export const stepsInJobs = ''
