import { randomUUID } from 'node:crypto'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DemoMls, serveDemoMls } from '../../../integrations/mls/fake.ts'
import { startTestServer, type TestAnswer, type TestClient, type TestServer } from '../../../testing/server.ts'
import { type World, worldOf } from '../../../testing/world.ts'
import { formOf, smallPdf, submissionFields } from '../rights.ts'

const property = {
  ListingKey: "X'1",
  ...{
    StandardStatus: 'Active',
    TransactionType: 'For Sale',
    PropertySubType: 'Condo Apartment',
    ListPrice: 1_169_000,
  },
  StreetNumber: '38',
  StreetName: "O'Connor",
  StreetSuffix: 'Dr',
  UnitNumber: '1208',
  City: 'Toronto C01',
  PostalCode: 'M5V 3P4',
  OwnerName: 'Delacroix Holdings Inc.',
  BedroomsAboveGrade: 2,
  BathroomsTotalInteger: 2,
  OriginalEntryTimestamp: '2026-11-07T09:00:00.000Z',
  ModificationTimestamp: '2026-11-07T10:00:00.000Z',
}

/** What a submission writes, table by table. */
const tables = [
  ...['deals', 'deal_clients', 'deal_splits', 'deal_status_changes', 'deal_documents', 'document_files'],
  ...['deal_required_documents', 'deal_document_assignments', 'loop_deals'],
]

/** The first split says that it goes to an agent, and not to which. */
const splitWithoutAgent = { 'commission_splits[0][agentOption]': 'agent', 'commission_splits[0][agentId]': '' }

describe('a submission', () => {
  let mls: DemoMls
  let server: TestServer
  let world: World
  let agent: TestClient
  let isMlsDown = false
  beforeAll(async () => {
    mls = await serveDemoMls({ properties: () => [property], fault: () => (isMlsDown ? { status: 400 } : null) })
    server = await startTestServer({ MLS_URL: mls.url, MLS_TOKEN: mls.token, KEYTURN_LOG: 'silent' })
    world = worldOf(server)
    agent = await server.signIn('agent')
    await rows(
      `INSERT INTO dotloop_accounts (user_id, profile_id, profile_name, access_token, refresh_token, expires_at, connected_at)
       SELECT id, 7, 'Maya', '', '', now(), now() FROM users WHERE email = 'agent@keyturn.test'`,
    )
  })
  afterAll(async () => {
    await server.close()
    await mls.close()
  })

  const rows = async (text: string, values: unknown[] = []) => (await server.database.pool.query(text, values)).rows
  const counts = async () =>
    Object.fromEntries(
      await Promise.all(
        tables.map(async table => [table, (await rows(`SELECT count(*)::int AS n FROM ${table}`))[0].n]),
      ),
    )

  const send = async (path: string, form: FormData, key: string | null = null): Promise<TestAnswer> => {
    const response = await agent.raw(path, {
      method: 'POST',
      body: form,
      headers: key ? { 'idempotency-key': key } : {},
    })
    return { ...(await response.json()), http: response.status, headers: response.headers }
  }
  const whole = async (more: Record<string, string> = {}) => {
    const lead = await world.lead('agent')
    return formOf(
      {
        ...submissionFields(3),
        mls: 'C9931172',
        notes: 'Theo sent Amara to me.',
        coopBrokerage: 'Harbourline Realty Inc.',
        ...{
          'clients[0][leadId]': String(lead),
          'clients[0][email]': 'amara.okafor@mail.test',
          'clients[0][isPersonal]': '1',
        },
        'clients[1][firstName]': 'Kelechi',
        'clients[1][lastName]': 'Okafor',
        'clients[1][isOnCRM]': '0',
        ...{
          'commission_splits[0][agentOption]': '',
          'commission_splits[0][agentId]': String(await world.agentId('agent')),
        },
        'commission_splits[0][percentage]': '85',
        'commission_splits[1][agentOption]': 'brokerage',
        'commission_splits[1][percentage]': '15',
        'commission_splits[1][notes]': 'plan of 2026',
        'requiredDocuments[0][title]': 'Confirmation of co-operation',
        'requiredDocuments[0][isSubmitted]': '1',
        ...{
          'requiredDocuments[0][isRequired]': '1',
          'requiredDocuments[0][isCustom]': '0',
          'requiredDocuments[0][file]': '0',
        },
        ...{
          'requiredDocuments[1][title]': 'Condo rules',
          'requiredDocuments[1][isSubmitted]': '0',
          'requiredDocuments[1][isCustom]': '1',
        },
        ...more,
      },
      [['Form320.pdf', await smallPdf()]],
    )
  }

  it('becomes a deal with its clients, splits, required documents and files', async () => {
    const { http, data } = await send('coop-deals/store', await whole())
    expect({ http, data }).toMatchObject({ http: 201, data: { url: `/deals/${data.id}` } })
    const deal = (await agent.get(`deals/${data.id}`)).data
    expect(deal).toMatchObject({
      ...{
        dsId: data.dsId,
        type: 'Co-op sale',
        status_description: 'Submitted',
        price: 1_149_000,
        gross: 28_725,
        deposit: 57_450,
      },
      offer_date: '2026-11-18',
      close_date: '2027-01-29',
      mls: 'C9931172',
      net: 24_416.25,
      coop: { brokerage: 'Harbourline Realty Inc.' },
    })
    expect(deal.clients).toMatchObject([
      { client_first_name: 'Amara', is_user_verified: true },
      { client_first_name: 'Kelechi', user_id: null },
    ])
    const required = await rows('SELECT * FROM deal_required_documents WHERE deal_id = $1 ORDER BY position', [data.id])
    const titled = (title: string) => required.find(one => one.title === title)
    expect(titled('Confirmation of co-operation')).toMatchObject({
      is_submitted: true,
      is_required: true,
      is_custom: false,
    })
    expect(titled('Condo rules')).toMatchObject({ is_submitted: false, is_required: false, is_custom: true })
    expect(titled('FINTRAC identification, Kelechi Okafor')).toMatchObject({ is_submitted: false, is_required: true })
    const assigned = await rows(
      `SELECT d.name, a.last_page FROM deal_document_assignments a JOIN deal_documents d ON d.id = a.document_id WHERE d.deal_id = $1`,
      [data.id],
    )
    expect(assigned).toEqual([{ name: 'Form320.pdf', last_page: 1 }])
  })

  it('is nothing at all when any of its steps fails, and a whole deal when it is sent again', async () => {
    const before = await counts()
    const sent = async () => send('coop-deals/store', await whole({ loopId: '41200317' }))
    for (const table of tables) {
      await rows(
        `CREATE FUNCTION stop_${table}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'stopped'; END $$`,
      )
      await rows(`CREATE TRIGGER stop AFTER INSERT ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION stop_${table}()`)
      expect((await sent()).http, table).toBe(500)
      expect(await counts(), table).toEqual(before)
      await rows(`DROP TRIGGER stop ON ${table}`)
    }
    expect((await sent()).http).toBe(201)
  })

  it('leaves no half deal when its files cannot be stored', async () => {
    const before = await counts()
    const folder = join(server.filesDir, 'documents')
    await rm(folder, { recursive: true, force: true })
    await writeFile(folder, 'in the way')
    expect((await send('coop-deals/store', await whole())).http).toBe(500)
    expect(await counts()).toEqual(before)
    await rm(folder)
  })

  it('is one deal though it is sent twice with one key', async () => {
    const key = randomUUID()
    const form = await whole()
    const again = formOf(
      Object.fromEntries([...form].filter(([, value]) => typeof value === 'string')) as Record<string, string>,
      [['Form320.pdf', form.get('files[0]') as Blob]],
    )
    const first = await send('coop-deals/store', form, key)
    const second = await send('coop-deals/store', again, key)
    expect(second.data).toEqual(first.data)
  })

  it('takes a loop of the agent’s account once, also when it is sent twice at a time', async () => {
    const once = (await send('coop-deals/store', await whole({ loopId: '7000000000777' }))).data.id
    const again = await send('coop-deals/store', await whole({ loopId: '7000000000777' }))
    expect(again).toMatchObject({ http: 409, data: { deal_id: once } })
    const both = await Promise.all(
      [1, 2].map(async () => send('coop-deals/store', await whole({ loopId: '7000000000778' }))),
    )
    expect(both.map(({ http }) => http).sort()).toEqual([201, 409])
    const ties = await rows('SELECT profile_id::text, loop_id::text FROM loop_deals WHERE deal_id = $1', [once])
    expect(ties).toEqual([{ profile_id: '7', loop_id: '7000000000777' }])
  })

  it('keeps its MLS number in capitals', async () => {
    const { data } = await send('coop-deals/store', await whole({ mls: ' c9931172 ' }))
    expect((await agent.get(`deals/${data.id}`)).data.mls).toBe('C9931172')
  })

  it('calls a client without a name by their place, in documents and in the checklist', async () => {
    const { data } = await send(
      'coop-deals/store',
      await whole({
        'clients[1][firstName]': ' ',
        'clients[1][lastName]': '',
        'requiredDocuments[0][file]': '',
        'requiredDocuments[1][title]': 'FINTRAC identification, Client 2',
        'requiredDocuments[1][file]': '0',
      }),
    )
    const titles = (await agent.get(`deals/${data.id}/required-documents`)).data
    expect(titles.filter(({ title }: { title: string }) => /Client 2/.test(title))).toMatchObject([
      { title: 'FINTRAC identification, Client 2', is_custom: false, state: 'waiting' },
    ])
    const [{ items }] = (await agent.get(`deals/${data.id}/checklists`)).data
    expect(items.map(({ title }: { title: string }) => title)).toContain('Individual ID, Client 2')
  })

  it('is refused with a lead of another agent', async () => {
    const before = await counts()
    const foreign = await world.lead('newagent')
    const answer = await send('coop-deals/store', await whole({ 'clients[0][leadId]': String(foreign) }))
    expect(answer).toMatchObject({ http: 422, message: { clients: [expect.stringContaining('do not have access')] } })
    expect(await counts()).toEqual(before)
  })

  it.each([
    ['splits of 99 %', { 'commission_splits[1][percentage]': '14' }, 'commission_splits'],
    ['splits of 101 %', { 'commission_splits[1][percentage]': '16' }, 'commission_splits'],
    ['a broken percentage', { 'commission_splits[1][percentage]': '15.5' }, 'commission_splits.1.percentage'],
    ['two commissions that differ', { totalCommission: '30000' }, 'totalCommission'],
    ['a lead that does not exist', { 'clients[0][leadId]': '2000000000' }, 'clients'],
    ['an agent who does not exist', { 'commission_splits[0][agentId]': '2000000000' }, 'commission_splits'],
    ['a split for an agent who is not named', splitWithoutAgent, 'commission_splits'],
    ['a file that was not sent', { 'requiredDocuments[0][file]': '3' }, 'requiredDocuments'],
    ['a day that does not exist', { closingDate: '2027-02-30' }, 'closingDate'],
    ['a closed deal', { dealStatus: '5' }, 'dealStatus'],
    ['no street', { street_name: ' ' }, 'street_name'],
    ['the type of a listing', { dealType: '1' }, 'dealType'],
  ])('is refused with %s', async (_what, more, field) => {
    const before = await counts()
    const answer = await send('coop-deals/store', await whole(more))
    expect(answer.http).toBe(422)
    expect(Object.keys(answer.message as object)).toEqual([field])
    expect(await counts()).toEqual(before)
  })

  it('names the files that are no PDFs, and stores none', async () => {
    const before = await counts()
    const form = formOf(submissionFields(1), [
      ['notes.pdf', new Blob(['hello'])],
      ['Form320.pdf', await smallPdf()],
    ])
    expect(await send('listing-deals/store', form)).toMatchObject({
      http: 422,
      message: { files: [expect.stringContaining('notes.pdf is not a PDF')] },
    })
    expect(await counts()).toEqual(before)
  })

  it('is refused when its files together are larger than 100 MB', async () => {
    const before = await counts()
    const scan = new Blob([Buffer.alloc(34 * 1024 * 1024)])
    const form = formOf(submissionFields(3), [
      ['one.pdf', scan],
      ['two.pdf', scan],
      ['three.pdf', scan],
    ])
    expect(await send('coop-deals/store', form)).toMatchObject({
      http: 413,
      message: 'The files of one upload may be at most 100 MB together.',
    })
    expect(await counts()).toEqual(before)
    expect(await readdir(join(server.filesDir, 'incoming'))).toEqual([])
  })

  describe('begins with a look at the MLS number', () => {
    it('which fills in the address and whose home it is, apostrophes and all', async () => {
      expect((await agent.get(`listingAddress/findByMLSNumber/${encodeURIComponent("x'1")}`)).data).toMatchObject({
        street_number: '38',
        street_name: "O'Connor Dr",
        unit_number: '1208',
        city: 'Toronto',
        province: 'ON',
        postal_code: 'M5V 3P4',
        owner: 'Delacroix Holdings Inc.',
        listing: { price: 1_169_000, facts: '2 bed · 2 bath' },
      })
    })

    it('and takes the newest listing of the brokerage with a number that was used before', async () => {
      for (const street of ['Old St', 'Beatrice St'])
        await agent.post('brokerage-listings', {
          offer: 'sale',
          property_type: 'Detached',
          price: 900_000,
          mls_number: 'C1',
          owner: 'Teresa Fonseca',
          street_number: '31',
          street_name: street,
          city: 'Toronto',
        })
      expect((await agent.get('listingAddress/findByMLSNumber/C1')).data).toMatchObject({
        street_name: 'Beatrice St',
        owner: 'Teresa Fonseca',
      })
    })

    it('and says so when there is none, or nobody answers', async () => {
      expect(await agent.get('listingAddress/findByMLSNumber/Z9')).toMatchObject({
        http: 404,
        message: 'There is no listing with this MLS number.',
      })
      isMlsDown = true
      expect(await agent.get('listingAddress/findByMLSNumber/Z9')).toMatchObject({ http: 503 })
      isMlsDown = false
    })
  })
})
