import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { open, openAll, requireRights } from './routes.ts'

function server() {
  const app = Fastify()
  requireRights(app)
  app.get('/photos', open, () => 'a photo')
  return app
}

it('starts with routes that say who may ask, also those of a plugin', async () => {
  const app = server()
  await app.register(async scope => {
    openAll(scope)
    scope.get('/script.js', () => 'a script')
  })
  await app.ready()
  expect((await app.inject('/script.js')).body).toBe('a script')
})

it.each([
  ['right beside the others', async (app: ReturnType<typeof server>) => void app.get('/planted', () => 'secret')],
  [
    'in a scope of its own',
    async (app: ReturnType<typeof server>) =>
      void app.register(async scope => void scope.get('/planted', () => 'secret')),
  ],
])('does not start with a route that does not, %s', async (_where, plant) => {
  const app = server()
  await plant(app)
  await expect(app.ready().then(() => 'started')).rejects.toThrow('The route GET /planted declares no right.')
})
