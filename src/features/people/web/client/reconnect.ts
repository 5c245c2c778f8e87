import { queryClient } from '../../../../platform/web/calls/queryClient.ts'
import { grantScopes } from '../sign-in/enter.ts'
import { askInPopup, closeIdentityWindow } from '../sign-in/identityWindow.ts'
import { providers } from './people.ts'

/** Asks for access to mail and calendar again, in a small window, as at sign-in. Whoever is signed in stays so when it fails. */
export async function askForAccessAgain(): Promise<void> {
  const { providers: known } = await queryClient.ensureQueryData(providers())
  const [first] = known
  if (!first) throw new Error('There is no provider to ask.')
  try {
    await grantScopes(await askInPopup(first.start_url, 'scopes', location.pathname))
  } finally {
    closeIdentityWindow()
  }
}
