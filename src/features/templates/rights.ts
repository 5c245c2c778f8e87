import sharp from 'sharp'
import { body, defineRights, leadPeople, nothing, type Request, reachesNone } from '../../testing/rights.ts'
import { templateCalls } from './contract.ts'

const fields = { name: 'First hello', content: 'Good {{time_of_day}} {{lead_first_name}},', platform: 'text' }

/** A template of the account itself. */
const aboutTemplate =
  (fields: object = {}, deleted: Date | null = null): Request =>
  async (world, account) => {
    const id = await world.one(
      `INSERT INTO templates (user_id, platform, name, content, deleted_at)
       VALUES ($1, 'text', 'Own', 'Hello', $2) RETURNING id`,
      [await world.userId(account), deleted],
    )
    return { path: { id }, body: fields }
  }

const aboutLeadId: Request = async (world, account) => ({ body: { lead_id: await world.lead(account) }, reachesNone })

const aboutPicture: Request = async () => {
  const form = new FormData()
  const bytes = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#2862d3' } })
    .png()
    .toBuffer()
  form.set('file', new Blob([new Uint8Array(bytes)]), 'house.png')
  return { form }
}

/** A valid request for each call, and who may make it. */
export const rights = defineRights(templateCalls, {
  list: [leadPeople, nothing],
  create: [leadPeople, body(fields)],
  values: [leadPeople, aboutLeadId],
  gaps: [leadPeople, nothing],
  uploadPicture: [leadPeople, aboutPicture],
  update: [leadPeople, aboutTemplate({ name: 'Second hello' })],
  remove: [leadPeople, aboutTemplate()],
  restore: [leadPeople, aboutTemplate({}, new Date())],
})
