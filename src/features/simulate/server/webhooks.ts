import type { FastifyInstance, InjectOptions } from 'fastify'
import type { Config } from '../../../platform/server/config.ts'
import type { RouteDependencies } from '../../../platform/server/feature.ts'

const doors = new WeakMap<Config, FastifyInstance>()

/** In a demo, lets simulated people outside reach the doors of the product as the real ones do. */
export function openDoors(app: FastifyInstance, { config }: RouteDependencies): void {
  if (config.mode === 'demo') doors.set(config, app)
}

/** What a door answered. */
export interface DoorAnswer {
  status: number
  body: string
}

/** Sends a request to the product from outside: with its signature, through its limits. */
export async function knock(config: Config, request: InjectOptions & { url: string }): Promise<DoorAnswer> {
  const app = doors.get(config)
  if (!app) throw new Error('Only a demo can be reached from a simulated outside.')
  const { statusCode, body } = await app.inject({ method: 'POST', ...request })
  return { status: statusCode, body }
}
