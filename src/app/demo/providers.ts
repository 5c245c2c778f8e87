import type { DemoHost, DemoProvider } from '../../platform/demo/part.ts'
import type { Config } from '../../platform/server/config.ts'
import { product } from '../features.server.ts'
import { demoParts } from './parts.ts'

/** What the demo runs beside the server, and the configuration that leads there. */
export interface DemoProviders {
  config: Config
  /** They need the process that needs their addresses: what reaches them earlier waits. */
  connect(running: DemoHost): void
  close(): Promise<void>
}

/** Starts what stands in for the outside world, where the configuration names nothing real. */
export async function startDemoProviders(config: Config): Promise<DemoProviders> {
  if (config.mode !== 'demo') return { config, connect() {}, async close() {} }
  const host = Promise.withResolvers<DemoHost>()
  const started: DemoProvider[] = []
  for (const part of await demoParts(product.features)) {
    const provider = await part.provide?.(config, host.promise)
    if (provider) started.push(provider)
  }
  return {
    config: Object.assign({}, config, ...started.map(provider => provider.config)),
    connect: host.resolve,
    async close() {
      for (const provider of started) await provider.close()
    },
  }
}
