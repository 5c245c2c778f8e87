import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { APP_VERSION } from '../wire/envelope.ts'
import type { Config } from './config.ts'
import { notFound } from './errors.ts'

/** What the page needs to know before its first call; read by the browser from the page itself. */
export const pageConfig = (config: Config) => ({
  site_name: config.siteName,
  brand: config.brand,
  domain: config.domain,
  stage: config.stage,
  mode: config.mode,
  debug: config.debug,
  version: APP_VERSION,
  platform_gate: config.platformGate,
  help_desk_url: config.helpDeskUrl,
  sentry_dsn: config.sentryDsn,
  agent_links: config.agentLinks,
  ios_url: config.iosUrl,
  android_url: config.androidUrl,
})

const NOT_PAGES = /^\/(crm|v1|assets|auth|hooks|healthz|readyz|metrics|openapi\.json|docs)(\/|$|\?)/

/** Serves the built browser application: its files, and its page for every other address. */
export async function serveWebsite(app: FastifyInstance, config: Config, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) {
    app.setNotFoundHandler(() => {
      throw notFound('page')
    })
    return
  }
  const html = await readFile(join(folder, 'index.html'), 'utf8')
  const configText = JSON.stringify(pageConfig(config)).replaceAll('<', '\\u003c')
  const page = (reply: FastifyReply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(
        html
          .replaceAll('__KEYTURN_CONFIG__', () => configText)
          .replaceAll('__CSP_NONCE__', reply.cspNonce.style)
          .replaceAll('__SITE_NAME__', () => escapeHtml(config.siteName)),
      )

  app.get('/', (_request, reply) => page(reply))
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    wildcard: false,
    globIgnore: ['index.html', '**/*.br', '**/*.gz'],
    setHeaders(response, path) {
      const forever = path.includes(`${join(folder, 'assets')}`)
      response.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.setNotFoundHandler((request: FastifyRequest, reply) => {
    if (request.method !== 'GET' || NOT_PAGES.test(request.url)) throw notFound('page')
    return page(reply)
  })
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
