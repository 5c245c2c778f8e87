import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** What `/metrics` tells. */
export interface Metrics {
  registry: Registry
  observe(about: { call: string; status: number; seconds: number }): void
}

/** Makes the registry of one process. */
export function makeMetrics(gauges: Readonly<Record<string, () => number>>): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'keyturn_' })
  const duration = new Histogram({
    name: 'keyturn_request_seconds',
    help: 'Time to answer, by call',
    labelNames: ['call'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  })
  const answers = new Counter({
    name: 'keyturn_answers_total',
    help: 'Answers, by call and HTTP status',
    labelNames: ['call', 'status'],
    registers: [registry],
  })
  for (const [name, value] of Object.entries(gauges)) {
    new Gauge({
      name,
      help: name,
      registers: [registry],
      collect() {
        this.set(value())
      },
    })
  }
  return {
    registry,
    observe({ call, status, seconds }) {
      duration.observe({ call }, seconds)
      answers.inc({ call, status })
    },
  }
}
