import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RouteDependencies } from '../../../platform/server/feature.ts'
import { open } from '../../../platform/server/http/routes.ts'

/** Where the browser of a demo reaches the page on which access is granted. */
export const DEMO_AUTHORIZE_PATH = '/demo/dotloop/authorize'

/** Passes the granting of access on to the service beside a demo, which only this machine reaches. */
export function serveDemoConsent(
  app: FastifyInstance,
  { config: { dotloop } }: Pick<RouteDependencies, 'config'>,
): void {
  if (dotloop?.authorizeUrl !== DEMO_AUTHORIZE_PATH) return
  const address = `${dotloop.tokenUrl}/authorize`
  app.get(DEMO_AUTHORIZE_PATH, open, async (request, reply) => {
    const query = new URLSearchParams(request.query as Record<string, string>)
    return passOn(await fetch(`${address}?${query}`), reply)
  })
  app.post(DEMO_AUTHORIZE_PATH, open, async (request: FastifyRequest, reply) => {
    const body = new URLSearchParams(request.body as Record<string, string>)
    return passOn(await fetch(address, { method: 'POST', body, redirect: 'manual' }), reply)
  })
}

async function passOn(answer: Response, reply: FastifyReply): Promise<FastifyReply> {
  const location = answer.headers.get('location')
  if (location) return reply.redirect(location, answer.status)
  return reply
    .code(answer.status)
    .header('cache-control', 'no-store')
    .type(answer.headers.get('content-type') ?? 'text/plain')
    .send(await answer.text())
}
