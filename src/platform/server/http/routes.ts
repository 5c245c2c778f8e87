import type { FastifyInstance, RouteOptions } from 'fastify'

/** For the options of a route that is no call: anybody may ask, or it finds out itself who asks, by a signature or a token. */
export const open = { config: { right: 'public' } } as const

/** The same for all routes of a scope, where a plugin adds them. */
export function openAll(scope: FastifyInstance): void {
  scope.addHook('onRoute', route => {
    route.config = { ...route.config, ...open.config }
  })
}

/** Stops the start over a route that does not say who may ask. */
export function requireRights(app: FastifyInstance): void {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', route => void routes.push(route))
  app.addHook('onReady', async () => {
    const undeclared = routes.find(({ config }) => !config?.right)
    if (undeclared) throw new Error(`The route ${undeclared.method} ${undeclared.url} declares no right.`)
  })
}
