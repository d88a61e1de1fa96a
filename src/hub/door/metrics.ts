import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export type HubMetrics = ReturnType<typeof createMetrics>

/** The metrics that Prometheus reads. Labels name calls and outcomes, never a station. */
export function createMetrics(countStreams: () => number) {
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  const calls = new Counter({
    name: 'setdesk_hub_calls_total',
    help: 'Calls by name and outcome',
    labelNames: ['call', 'outcome'],
    registers,
  })
  const seconds = new Histogram({
    name: 'setdesk_hub_call_seconds',
    help: 'Time to answer a call, in seconds',
    labelNames: ['call'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers,
  })
  const defects = new Counter({
    name: 'setdesk_hub_defects_total',
    help: 'Calls that failed because the hub or one of its functions is at fault; the log says where',
    labelNames: ['call'],
    registers,
  })
  const up = new Gauge({ name: 'setdesk_hub_database_up', help: 'Whether the database answered last', registers })
  const position = new Gauge({ name: 'setdesk_hub_event_position', help: 'The latest position of events', registers })
  const waiting = new Gauge({
    name: 'setdesk_hub_commits_waiting',
    help: 'Commits of all hubs that wait for a synchronous standby',
    registers,
  })
  const waitingSeconds = new Gauge({
    name: 'setdesk_hub_commits_waiting_seconds',
    help: 'How long the first of them has waited',
    registers,
  })
  register.registerMetric(
    new Gauge({
      name: 'setdesk_hub_streams',
      help: 'Open streams of events',
      registers: [],
      collect() {
        this.set(countStreams())
      },
    }),
  )
  return {
    countCall(call: string, outcome: string, milliseconds: number): void {
      calls.inc({ call, outcome })
      seconds.observe({ call }, milliseconds / 1000)
    },
    countDefect: (call: string): void => defects.inc({ call }),
    /** Sets the latest position of the event feed. Undefined while the database does not answer. */
    setPosition(latest: number | undefined): void {
      up.set(latest === undefined ? 0 : 1)
      if (latest !== undefined) position.set(latest)
    },
    setWaiting(count: number, seconds: number): void {
      waiting.set(count)
      waitingSeconds.set(seconds)
    },
    contentType: register.contentType,
    read: (): Promise<string> => register.metrics(),
  }
}
