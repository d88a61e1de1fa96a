/**
 * Keeps the process of the browser host small over a long day. Whatever starts it, or measures it, starts it with these.
 *
 * V8 lets the space for short-lived objects grow to 128 MB, and gives it back only after a pause in the work. With 16 MB the app
 * needs no more processor time. V8 also lets the heap grow to a multiple of what is in use before it collects; with a third more,
 * a list of 50,000 boxes takes as long, three quarters of the memory, and a quarter more processor time on other threads.
 * With the collector at hand, the app gives back what only its start needed. The C library of Linux gives the threads of a process up
 * to eight pools of memory for each processor, keeps more free memory the larger the blocks are that were in use, and hands little of it
 * back after a thread has ended. What is read from the network comes in blocks of 64 kB: within the pools they leave holes between what
 * stays, so each of 32 kB or more has memory of its own, which is given back at once. Other systems ignore its settings.
 */
export const hostMemory = {
  flags: ['--max-semi-space-size=8', '--heap-growing-percent=30', '--expose-gc'],
  env: {
    MALLOC_ARENA_MAX: '2',
    MALLOC_TRIM_THRESHOLD_: String(128 * 1024),
    MALLOC_MMAP_THRESHOLD_: String(32 * 1024),
  },
}
