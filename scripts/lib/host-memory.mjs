/**
 * Settings that keep the process of the browser host small over a long day. Every program that starts or measures the browser host
 * uses these settings.
 *
 * V8 lets the space for short-lived objects grow to 128 MB, and gives the space back only after a pause in the work. With 16 MB the app
 * needs no more processor time. With `--expose-gc`, the app can give back the memory that only its start needed.
 *
 * The C library of Linux gives a process up to eight pools of memory for each processor. After a thread has ended, the library hands
 * little memory back. The larger the blocks in use were, the more free memory it keeps. Other systems ignore these variables.
 */
export const hostMemory = {
  flags: ['--max-semi-space-size=8', '--expose-gc'],
  env: { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: String(128 * 1024) },
}
