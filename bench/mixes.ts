import type pg from 'pg'
import { stringify } from 'qs'
import { randomOf } from '../src/platform/demo/random.ts'

/** What filters can ask for in the database at hand. */
export interface Vocabulary {
  tags: number[]
  areas: { id: number; type: string }[]
  agents: number[]
  sites: number[]
  /** Leads spread over the whole table. */
  leads: { id: number; first_name: string; last_name: string; phone: string | null }[]
}

/** Reads the vocabulary. */
export async function vocabularyOf(pool: pg.Pool): Promise<Vocabulary> {
  const [tags, areas, agents, sites, leads] = await Promise.all([
    pool.query('SELECT id FROM tags WHERE agent_id IS NULL ORDER BY id'),
    pool.query('SELECT id, type FROM areas ORDER BY id'),
    pool.query('SELECT id FROM agents ORDER BY id'),
    pool.query('SELECT id FROM sites ORDER BY id'),
    pool.query(`
      SELECT id, first_name, last_name, phone FROM leads
      WHERE id IN (SELECT (n * (SELECT max(id) FROM leads) / 400)::int FROM generate_series(1, 400) n)`),
  ])
  const ids = ({ rows }: { rows: { id: number }[] }) => rows.map(row => row.id)
  return { tags: ids(tags), areas: areas.rows, agents: ids(agents), sites: ids(sites), leads: leads.rows }
}

const types = ['buyer_lead', 'rental_lead', 'seller_lead', 'investor_lead', 'precon_lead']
const sorts = ['-last_active_at', '-last_active_at', '-last_active_at', '-created_at', '-lead_score', 'name']

/** The `index`th of many random filter mixes; the same on every run. */
export function filterMix(vocabulary: Vocabulary, index: number): string {
  const random = randomOf(300, index)
  const area = random.pick(vocabulary.areas)
  const price = random.between(3, 12) * 100_000
  const mix = {
    ...(random.happens(0.35) ? { tag: [random.pick(vocabulary.tags)] } : {}),
    ...(random.happens(0.5) ? { status: random.happens(0.5) ? [random.between(1, 6)] : [3, 4, 5] } : {}),
    ...(random.happens(0.4) ? { priceFrom: price, priceTo: price + random.between(1, 6) * 100_000 } : {}),
    ...(random.happens(0.4) ? { locations: [{ area_id: area.id, area_type: area.type }] } : {}),
    ...(random.happens(0.2) ? { agent: [random.pick(vocabulary.agents)] } : {}),
    ...(random.happens(0.25) ? { type: [random.pick(types)] } : {}),
    ...(random.happens(0.15) ? { site: [random.pick(vocabulary.sites)] } : {}),
    ...(random.happens(0.15) ? { subscription: 'Subscribed' } : {}),
    ...(random.happens(0.12) ? { search: fragmentOf(random.pick(vocabulary.leads).last_name) } : {}),
    sort: random.pick(sorts),
  }
  return stringify(mix, { arrayFormat: 'indices' })
}

/** A middle part of a name, as people type one. */
export const fragmentOf = (name: string): string => (name.length < 5 ? name || 'smith' : name.slice(1, 5))
