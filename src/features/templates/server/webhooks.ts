import type { FastifyInstance } from 'fastify'
import { notFound } from '../../../platform/server/errors.ts'
import type { RouteDependencies } from '../../../platform/server/feature.ts'
import { open } from '../../../platform/server/http/routes.ts'
import { PICTURES_PATH } from './commands/content.ts'
import { pictureFiles } from './remote.ts'

/** `/pictures/{name}.jpg`: pictures in e-mails, wherever they are read, so without signing in. A name always means the same. */
export function registerPictures(app: FastifyInstance, { config }: Pick<RouteDependencies, 'config'>): void {
  app.get(`${PICTURES_PATH}:file`, open, async (request, reply) => {
    const { file } = request.params as { file: string }
    const [, name] = /^([0-9a-f]{32})\.jpg$/.exec(file) ?? []
    const picture = name === undefined ? null : await pictureFiles(config).open(name)
    if (!picture) throw notFound('picture')
    return reply
      .headers({
        'cache-control': 'public, max-age=31536000, immutable',
        'cross-origin-resource-policy': 'cross-origin',
        'content-security-policy': "default-src 'none'",
        'content-length': picture.size,
      })
      .type('image/jpeg')
      .send(picture.body)
  })
}
