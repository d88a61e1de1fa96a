const tones = { good: { hertz: 1320, seconds: 0.07 }, bad: { hertz: 220, seconds: 0.25 } } as const

let context: AudioContext | undefined

/** A short sound that tells a scan that was taken from one that was not, for eyes that are on the next box. */
export function playTone(kind: keyof typeof tones): void {
  if (typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  const { hertz, seconds } = tones[kind]
  const oscillator = context.createOscillator()
  const volume = context.createGain()
  oscillator.frequency.value = hertz
  volume.gain.setValueAtTime(0.2, context.currentTime)
  volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + seconds)
  oscillator.connect(volume).connect(context.destination)
  oscillator.start()
  oscillator.stop(context.currentTime + seconds)
}
