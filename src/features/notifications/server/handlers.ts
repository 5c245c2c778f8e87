import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import type { Viewer, WriteContext } from '../../../platform/server/context.ts'
import { conflict, invalid, notFound } from '../../../platform/server/errors.ts'
import { checkReceiver, ReceiverAddressError } from '../../../platform/server/http/receiver.ts'
import { deviceOf } from '../../people/rules.ts'
import type { notificationCalls } from '../contract.ts'
import { changeSettings, chooseChannel, deviceSecrets, preferencesOf } from './commands/choices.ts'
import { notify, publishNotifications } from './commands/notify.ts'
import { testKind } from './commands/ownKinds.ts'
import { deleteDevice, devicesOf, storeDevice } from './queries/devices.ts'
import { markNotifications, markUnread, notificationPage } from './queries/notifications.ts'
import { deleteChoices } from './queries/recipients.ts'

export const notificationHandlers: Handlers<typeof notificationCalls> = {
  list: (ctx, asked) => notificationPage(ctx, asked),

  async seen(ctx, { ids }) {
    // What an administrator looks at in somebody's place has not been seen by them.
    if (ctx.actor.is_possession) return {}
    publish(ctx, await markNotifications(ctx, { user_id: ctx.viewer.user_id, ids }, 'seen'))
    return {}
  },

  async read(ctx, { ids }) {
    publish(ctx, await markNotifications(ctx, { user_id: ctx.viewer.user_id, ids }, 'read'))
    return {}
  },

  async unread(ctx, { ids }) {
    publish(ctx, await markUnread(ctx, { user_id: ctx.viewer.user_id, ids }))
    return {}
  },

  async open(ctx, { id }) {
    if (ctx.actor.is_possession) return {}
    publish(ctx, await markNotifications(ctx, { user_id: ctx.viewer.user_id, ids: [id] }, 'acted'))
    return {}
  },

  preferences: ctx => preferencesOf(ctx),

  async setPreference(ctx, asked) {
    await chooseChannel(ctx, asked)
    return changed(ctx)
  },

  async resetPreferences(ctx) {
    await deleteChoices(ctx, ctx.viewer.user_id)
    return changed(ctx)
  },

  async setSettings(ctx, asked) {
    await changeSettings(ctx, asked)
    return changed(ctx)
  },

  async subscribe(ctx, { endpoint, p256dh, auth, expires_at = null }) {
    const { session_id, user_agent } = ctx.request
    if (ctx.actor.is_possession) throw conflict('Stop acting as somebody else first: this browser is yours.')
    if (session_id === null) throw conflict('Only browsers can show notifications.')
    requireService(endpoint, ctx.config.pushPrivateHosts)
    const owner = { user_id: ctx.actor.user_id, session_id }
    const id = await storeDevice(ctx, {
      ...owner,
      endpoint,
      p256dh,
      auth: deviceSecrets(ctx.config).seal(auth),
      name: deviceOf(user_agent),
      expires_at: expires_at === null ? null : instantOf(expires_at),
    })
    publishNotifications(ctx, owner.user_id, [])
    const device = (await devicesOf(ctx, owner)).find(one => one.id === id)
    if (!device) throw notFound('device')
    return device
  },

  async unsubscribe(ctx, { id }) {
    if (!(await deleteDevice(ctx, id, ctx.actor.user_id))) throw notFound('device')
    publishNotifications(ctx, ctx.actor.user_id, [])
    return {}
  },

  async test(ctx) {
    await notify(ctx, {
      to: { users: [ctx.viewer.user_id] },
      kind: testKind,
      cause: ctx.request.id,
      title: 'This is how a notification looks',
      body: 'It reached you on the ways that you chose.',
      path: '/notifications',
      alsoAuthor: true,
    })
    return {}
  },
}

const publish = (ctx: WriteContext & { viewer: Viewer }, ids: readonly number[]): void => {
  if (ids.length > 0) publishNotifications(ctx, ctx.viewer.user_id, ids)
}

function changed(ctx: WriteContext) {
  publishNotifications(ctx, ctx.viewer.user_id, [])
  return preferencesOf(ctx)
}

/** The latest instant that can be stored. */
const LATEST = Date.UTC(9999, 0)
const instantOf = (milliseconds: number) => new Date(Math.min(milliseconds, LATEST))

/** A browser names any address as its push service. */
function requireService(endpoint: string, privateHosts: readonly string[]): void {
  try {
    checkReceiver(endpoint, privateHosts)
  } catch (error) {
    if (error instanceof ReceiverAddressError) throw invalid({ endpoint: [error.message] })
    throw error
  }
}
