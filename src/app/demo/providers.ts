import { demoFeed } from '../../features/listings/demo/mlsFeed.ts'
import { demoPhotoFile, demoPhotos } from '../../features/listings/demo/pictures.ts'
import { keepMessage } from '../../features/outbox/server/commands.ts'
import { type DemoMail, serveDemoMail, type TakenMail } from '../../integrations/mail/fake.ts'
import { parseMail } from '../../integrations/mail/parse.ts'
import { type DemoMls, serveDemoMls } from '../../integrations/mls/fake.ts'
import type { Config } from '../../platform/server/config.ts'
import type { RunningProcess } from '../../platform/server/process.ts'
import { DEMO_SEED } from './seed.ts'

type Keeper = Pick<RunningProcess, 'transaction'>

/** What the demo runs beside the server, and the configuration that leads there. */
export interface DemoProviders {
  config: Config
  /** They need the process that needs their addresses: what reaches them earlier waits. */
  connect(running: Keeper): void
  close(): Promise<void>
}

/** Starts what stands in for the outside world, where the configuration names nothing real. */
export async function startDemoProviders(config: Config): Promise<DemoProviders> {
  if (config.mode !== 'demo') return { config, connect() {}, async close() {} }
  const process = Promise.withResolvers<Keeper>()
  const mail = config.mailUrl === null ? await startMail(process.promise) : null
  const mls = config.mls === null && config.demoListings > 0 ? await startMls(config) : null
  return {
    config: {
      ...config,
      mailUrl: mail?.url ?? config.mailUrl,
      mls: mls ? { url: mls.url, token: mls.token } : config.mls,
    },
    connect: process.resolve,
    async close() {
      await mail?.close()
      await mls?.close()
    },
  }
}

const startMail = (process: Promise<Keeper>): Promise<DemoMail> =>
  serveDemoMail({ onMail: async taken => keepInOutbox(await process, taken) })

/** Homes come and change by the clock alone, so that every process of a demo sees the same ones. */
function startMls({ demoListings }: Config): Promise<DemoMls> {
  const feed = demoFeed({ seed: DEMO_SEED, perDay: demoListings })
  return serveDemoMls({
    properties: () => feed.at(new Date()),
    photosOf: demoPhotos,
    photoFile: demoPhotoFile,
  })
}

async function keepInOutbox(running: Keeper, { to, source }: TakenMail): Promise<void> {
  const { from, to: _named, ...read } = await parseMail(source)
  await running.transaction('demo mail server', ctx =>
    keepMessage(ctx, { ...read, sender: from, recipients: to, source }),
  )
}
