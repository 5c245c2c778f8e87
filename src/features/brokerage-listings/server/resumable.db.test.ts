import { randomInt } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { begun, cutOff, goOn, offsetOf, sentWhole } from '../../../testing/inputs/pieces.ts'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import type { TestClient } from '../../../testing/server.ts'

let office: TestOffice
beforeAll(async () => {
  office = await openTestOffice()
}, 60_000)
afterAll(() => office.server.close())

/** A photo of noise, another one each time, so that it has some bytes. */
async function photoOf(): Promise<Uint8Array<ArrayBuffer>> {
  const noise = { type: 'gaussian' as const, mean: randomInt(60, 200), sigma: 40 }
  const drawn = sharp({ create: { width: 300, height: 200, channels: 3, background: '#2862d3', noise } })
  return Uint8Array.from(await drawn.jpeg().toBuffer())
}

async function newHome(): Promise<number> {
  const { data } = await office.agent.post('brokerage-listings', {
    offer: 'sale',
    property_type: 'Detached',
    price: 900_000,
    street_number: '31',
    street_name: 'Beatrice St',
    city: 'Toronto',
  })
  return data.id
}

const add = (client: TestClient, home: number, ...uploads: string[]) => {
  const form = new FormData()
  for (const id of uploads) form.append('uploads[]', id)
  return client.upload(`brokerage-listings/${home}/photos`, form)
}

const photoCount = async (home: number) => (await office.agent.get(`brokerage-listings/${home}`)).data.photo_count

describe('a photo that is sent piece by piece', () => {
  it('goes on from where the line was cut, and is added once, however often that is asked for', async () => {
    const [home, bytes] = [await newHome(), await photoOf()]
    const id = await begun(office.agent, bytes.length, 'front.jpg')
    await cutOff(office.server, office.agent, { id, content: bytes, sent: 2000 })
    expect(await add(office.agent, home, id)).toMatchObject({
      http: 409,
      message: 'This file has not arrived whole yet.',
    })
    await goOn(office.agent, id, await offsetOf(office.agent, id), bytes.slice(2000))
    const together = await Promise.all([add(office.agent, home, id), add(office.agent, home, id)])
    const again = await add(office.agent, home, id)
    for (const { http, data } of [...together, again]) expect([http, data.photo_count]).toEqual([200, 1])
    expect(await photoCount(home)).toBe(1)
    const [photo] = again.data.photos
    const served = await fetch(`${office.server.url}/brokerage-photos/${photo.file_name}-640.jpg`)
    expect((await sharp(Buffer.from(await served.arrayBuffer())).metadata()).format).toBe('jpeg')
  })

  it('is added with others in the order in which they are named, or none of them is', async () => {
    const home = await newHome()
    const ids = [await sentWhole(office.agent, await photoOf()), await sentWhole(office.agent, await photoOf())]
    const notes = await sentWhole(office.agent, new TextEncoder().encode('<svg onload=alert(1)>'), 'notes.jpg')
    expect(await add(office.agent, home, ...ids, notes)).toMatchObject({
      http: 422,
      message: { photos: ['notes.jpg is no picture that can be read.'] },
    })
    expect(await photoCount(home)).toBe(0)
    expect((await add(office.agent, home, ...ids)).data.photo_count).toBe(2)
  })

  it('is nobody else’s, and is not added to a home of somebody else', async () => {
    const home = await newHome()
    const id = await sentWhole(office.agent, await photoOf())
    const desk = await office.server.signIn('desk')
    expect((await add(desk, home, id)).http).toBe(404)
    expect((await add(office.agent2, home, await sentWhole(office.agent2, await photoOf()))).http).toBe(403)
    expect(await photoCount(home)).toBe(0)
  })

  it('is not taken from somebody whose right was taken away', async () => {
    const home = await newHome()
    const id = await sentWhole(office.newagent, await photoOf())
    const boss = await office.server.signIn('super')
    const user = office.userId('newagent')
    expect((await boss.post(`users/${user}`, { denied_permissions: ['access_listings'] })).http).toBe(200)
    const refused = await office.server.signIn('newagent')
    expect((await add(refused, home, id)).http).toBe(403)
  })
})
