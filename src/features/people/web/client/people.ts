import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../../platform/web/calls/call.ts'
import { queryClient } from '../../../../platform/web/calls/queryClient.ts'
import { invalidateTopic, queryOf } from '../../../../platform/web/calls/queryOf.ts'
import type { InputOf } from '../../../../platform/wire/call.ts'
import { MAX_PER_PAGE } from '../../../../platform/wire/page.ts'
import { sessionCalls, teamCalls, userCalls } from '../../contract/people.ts'
import { session } from '../sessionStore.ts'

/** Who is signed in, for the screens of other features. */
export { useSession } from '../session.ts'

/** The author: the person, and on whose behalf when they act as somebody else. */
export function whoWrites() {
  const { user } = session.read()
  if (!user) return { author: null, on_behalf_of: null }
  const self = { id: user.id, name: `${user.firstName} ${user.lastName}`.trim() }
  return user.possessed_by ? { author: user.possessed_by, on_behalf_of: self } : { author: self, on_behalf_of: null }
}

/** Lists that every screen needs: areas, milestone types and the like. They change with a release, areas when an administrator changes them. */
export const bootstrap = () =>
  queryOf(sessionCalls.bootstrap, {}, { topics: ['places'], staleTime: Number.POSITIVE_INFINITY })

/** The ways to sign in here. */
export const providers = () => queryOf(sessionCalls.providers, {}, { topics: [], staleTime: 5 * 60_000 })

/** The sign-ins of the person, this one marked. */
export const sessions = () =>
  queryOptions({
    ...queryOf(sessionCalls.sessions, { perPage: MAX_PER_PAGE }, { topics: ['people'] }),
    select: ({ data }) => data,
  })

/** A page of users for administrators. */
export const users = (filter: InputOf<typeof userCalls.list>) =>
  queryOptions({ ...queryOf(userCalls.list, filter, { topics: ['people'] }), placeholderData: keepPreviousData })

/** Agents by a fragment of their name. */
export const agents = (filter: InputOf<typeof userCalls.agents>) =>
  queryOptions({ ...queryOf(userCalls.agents, filter, { topics: ['people'] }), placeholderData: keepPreviousData })

/** Which role gives which permission. */
export const rolePermissions = () => queryOf(userCalls.rolePermissions, {}, { topics: ['people'] })

/** The teams that the person may see. */
export const teams = () =>
  queryOptions({
    ...queryOf(teamCalls.list, { perPage: MAX_PER_PAGE }, { topics: ['people'] }),
    select: ({ data }) => data,
  })

/** Fetches people, teams and rights again. */
export const refetchPeople = (): Promise<void> => invalidateTopic(queryClient, 'people')

/** Sends the invitation to sign in once more. */
export async function inviteUser(id: number) {
  const user = await call(userCalls.invite, { id })
  await refetchPeople()
  return user
}

/** Gives a permission to a role, or takes it. */
export const setRolePermission = (fields: InputOf<typeof userCalls.setRolePermission>) =>
  call(userCalls.setRolePermission, fields)

/** Ends one of the person's own sign-ins. */
export const endSession = (id: number) => call(sessionCalls.endSession, { id })
