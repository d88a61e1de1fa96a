/**
 * Keeps the process of the browser host small over a long day. Whatever starts it, or measures it, starts it with these.
 *
 * V8 lets the space for short-lived objects grow to 128 MB, and gives it back only after a pause in the work. With 16 MB the app
 * needs no more processor time. With the collector at hand, the app gives back what only its start needed. The C library of Linux gives the threads of a process up to eight pools of memory for each
 * processor, keeps more free memory the larger the blocks are that were in use, and hands little of it back after a thread has
 * ended. Other systems ignore its settings.
 */
export const hostMemory = {
  flags: ['--max-semi-space-size=8', '--expose-gc'],
  env: { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: String(128 * 1024) },
}
