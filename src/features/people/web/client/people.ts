import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../../platform/web/calls/call.ts'
import { queryClient } from '../../../../platform/web/calls/queryClient.ts'
import { useLive } from '../../../../platform/web/live/live.ts'
import type { InputOf } from '../../../../platform/wire/call.ts'
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

/** Lists that every screen needs: areas, milestone types and the like. They change with a release. */
export const bootstrap = () =>
  queryOptions({
    queryKey: ['bootstrap'],
    queryFn: ({ signal }) => call(sessionCalls.bootstrap, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The ways to sign in here. */
export const providers = () =>
  queryOptions({
    queryKey: ['providers'],
    queryFn: ({ signal }) => call(sessionCalls.providers, {}, { signal }),
    staleTime: 5 * 60_000,
  })

/** The sign-ins of the person, this one marked. */
export const sessions = () =>
  queryOptions({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => call(sessionCalls.sessions, {}, { signal }),
  })

/** A page of users for administrators. */
export const users = (filter: InputOf<typeof userCalls.list>) =>
  queryOptions({
    queryKey: ['users', filter],
    queryFn: ({ signal }) => call(userCalls.list, filter, { signal }),
    placeholderData: keepPreviousData,
  })

/** Agents by a fragment of their name. */
export const agents = (filter: InputOf<typeof userCalls.agents>) =>
  queryOptions({
    queryKey: ['agents', filter],
    queryFn: ({ signal }) => call(userCalls.agents, filter, { signal }),
    placeholderData: keepPreviousData,
  })

/** Which role gives which permission. */
export const rolePermissions = () =>
  queryOptions({
    queryKey: ['permissions'],
    queryFn: ({ signal }) => call(userCalls.rolePermissions, {}, { signal }),
  })

/** The teams that the person may see. */
export const teams = () =>
  queryOptions({
    queryKey: ['teams'],
    queryFn: ({ signal }) => call(teamCalls.list, {}, { signal }),
  })

const refetch = (...names: string[]) =>
  Promise.all(names.map(name => queryClient.invalidateQueries({ queryKey: [name] })))

/** Keeps what is shown of people, teams and rights true while others change them. */
export const usePeopleLive = (): void =>
  useLive('people', () => void refetch('users', 'agents', 'teams', 'permissions', 'sessions'))

/** Adds a user. */
export const createUser = {
  mutationFn: (fields: InputOf<typeof userCalls.create>) => call(userCalls.create, fields),
  onSuccess: () => refetch('users', 'agents'),
}

/** Sends the invitation to sign in once more. */
export const inviteUser = {
  mutationFn: (id: number) => call(userCalls.invite, { id }),
  onSuccess: () => refetch('users'),
}

/** Changes a user; the version refuses a change over somebody else's. */
export const updateUser = {
  mutationFn: ({ version, ...fields }: InputOf<typeof userCalls.update> & { version: number }) =>
    call(userCalls.update, fields, { ifMatch: `"${version}"` }),
  onSuccess: () => refetch('users', 'agents', 'teams'),
}

/** Gives a permission to a role, or takes it. */
export const setRolePermission = {
  mutationFn: (fields: InputOf<typeof userCalls.setRolePermission>) => call(userCalls.setRolePermission, fields),
  onSuccess: () => refetch('permissions', 'users'),
}

/** Adds a team. */
export const createTeam = {
  mutationFn: (fields: InputOf<typeof teamCalls.create>) => call(teamCalls.create, fields),
  onSuccess: () => refetch('teams', 'users', 'agents'),
}

/** Changes a team. */
export const updateTeam = {
  mutationFn: ({ version, ...fields }: InputOf<typeof teamCalls.update> & { version: number }) =>
    call(teamCalls.update, fields, { ifMatch: `"${version}"` }),
  onSuccess: () => refetch('teams', 'users', 'agents'),
}

/** Ends one of the person's own sign-ins. */
export const endSession = {
  mutationFn: (id: number) => call(sessionCalls.endSession, { id }),
  onSuccess: () => refetch('sessions'),
}
