import type pg from 'pg'
import { stringify } from 'qs'
import { luckOf } from '../src/platform/demo/random.ts'

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
  const luck = luckOf(300, index)
  const area = luck.pick(vocabulary.areas)
  const price = luck.between(3, 12) * 100_000
  const mix = {
    ...(luck.happens(0.35) ? { tag: [luck.pick(vocabulary.tags)] } : {}),
    ...(luck.happens(0.5) ? { status: luck.happens(0.5) ? [luck.between(1, 6)] : [3, 4, 5] } : {}),
    ...(luck.happens(0.4) ? { priceFrom: price, priceTo: price + luck.between(1, 6) * 100_000 } : {}),
    ...(luck.happens(0.4) ? { locations: [{ area_id: area.id, area_type: area.type }] } : {}),
    ...(luck.happens(0.2) ? { agent: [luck.pick(vocabulary.agents)] } : {}),
    ...(luck.happens(0.25) ? { type: [luck.pick(types)] } : {}),
    ...(luck.happens(0.15) ? { site: [luck.pick(vocabulary.sites)] } : {}),
    ...(luck.happens(0.15) ? { subscription: 'Subscribed' } : {}),
    ...(luck.happens(0.12) ? { search: fragmentOf(luck.pick(vocabulary.leads).last_name) } : {}),
    sort: luck.pick(sorts),
  }
  return stringify(mix, { arrayFormat: 'indices' })
}

/** A middle part of a name, as people type one. */
export const fragmentOf = (name: string): string => (name.length < 5 ? name || 'smith' : name.slice(1, 5))
