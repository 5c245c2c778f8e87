import { notify, notifyFailure } from './notices.ts'

/** Puts a text on the clipboard and says so; where the browser does not let a page do that, says that instead. */
export async function copyText(text: string, said = 'Copied.'): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify(said)
  } catch {
    notifyFailure('The browser blocked copying.')
  }
}
