import Fastify, { type FastifyInstance } from 'fastify'
import type { Config } from '../platform/server/config.ts'

/**
 * `/docs`: a page to read and try the calls, served from here alone. It is loaded when somebody first opens it:
 * the page holds tens of megabytes, and most servers never show it.
 */
export async function addDocumentation(app: FastifyInstance, config: Config): Promise<void> {
  let pages: Promise<FastifyInstance> | null = null
  for (const url of ['/docs', '/docs/*']) {
    app.get(url, async (request, reply) => {
      pages ??= documentationPages(config)
      const { routing } = await pages
      reply.hijack()
      routing(request.raw, reply.raw)
    })
  }
}

async function documentationPages({ siteName }: Config): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const pages = Fastify({ logger: false })
  await pages.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      title: `${siteName} calls`,
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
    },
  })
  await pages.ready()
  return pages
}
