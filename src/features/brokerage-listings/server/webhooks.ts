import type { FastifyInstance } from 'fastify'
import { notFound } from '../../../platform/server/errors.ts'
import type { RouteDependencies } from '../../../platform/server/feature.ts'
import { open } from '../../../platform/server/http/routes.ts'
import { BROKERAGE_PHOTOS } from '../rules.ts'
import { photoFiles } from './remote/photos.ts'

/** `/brokerage-photos/{name}-{width}.jpg`: for screens and e-mails, so without signing in. A name always means the same. */
export function registerBrokeragePhotos(app: FastifyInstance, { config }: Pick<RouteDependencies, 'config'>): void {
  app.get(`${BROKERAGE_PHOTOS}:file`, open, async (request, reply) => {
    const { file } = request.params as { file: string }
    const [, name] = /^([0-9a-f]{32}-(?:240|640|1280))\.jpg$/.exec(file) ?? []
    const photo = name === undefined ? null : await photoFiles(config).open(name)
    if (!photo) throw notFound('photo')
    return reply
      .headers({
        'cache-control': 'public, max-age=31536000, immutable',
        'cross-origin-resource-policy': 'cross-origin',
        'content-security-policy': "default-src 'none'",
        'content-length': photo.size,
      })
      .type('image/jpeg')
      .send(photo.body)
  })
}
