import type { QueryContext } from '../../../../platform/server/context.ts'

/** How the user who writes is called and reached. */
export async function personOf({ db }: QueryContext, userId: number) {
  const user = await db
    .selectFrom('users')
    .select(['first_name', 'last_name', 'email', 'phone'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { ...user, name: `${user.first_name} ${user.last_name}`.trim() }
}
