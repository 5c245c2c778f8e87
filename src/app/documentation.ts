import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../platform/server/config.ts'

/** `/docs`: a page to read and try the calls, served from here alone. */
export async function addDocumentation(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      title: `${config.siteName} calls`,
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
    },
  })
}
