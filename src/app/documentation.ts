import Fastify, { type FastifyInstance } from 'fastify'
import type { Config } from '../platform/server/config.ts'
import { open } from '../platform/server/http/routes.ts'

/** Where the plugin serves its script; the page around it is ours, because theirs needs an inline script. */
const READER = '/docs/reader'

/** The reader writes style elements as it goes. No script but the product's own may run, here as everywhere. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * `/docs`: a page to read and try the calls, served from here alone. Its reader is loaded when somebody first opens it:
 * it holds tens of megabytes, and most servers never show it.
 */
export async function addDocumentation(app: FastifyInstance, config: Config): Promise<void> {
  const page = pageOf(config.siteName)
  let reader: Promise<FastifyInstance> | null = null
  app.get('/docs', open, (_request, reply) =>
    reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8').send(page),
  )
  app.get(`${READER}/*`, open, async (request, reply) => {
    reader ??= loadReader()
    const { routing } = await reader
    reply.hijack()
    routing(request.raw, reply.raw)
  })
}

async function loadReader(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const app = Fastify({ logger: false })
  await app.register(scalar, { routePrefix: READER, configuration: { url: '/openapi.json' } })
  await app.ready()
  return app
}

function pageOf(siteName: string): string {
  const configuration = {
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
    // Both send what is read here to somebody else.
    agent: { disabled: true },
    mcp: { disabled: true },
  }
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escaped(siteName)} calls</title>
  </head>
  <body>
    <script id="api-reference" data-url="/openapi.json" data-configuration="${escaped(JSON.stringify(configuration))}"></script>
    <script src="${READER}/js/scalar.js"></script>
  </body>
</html>
`
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
