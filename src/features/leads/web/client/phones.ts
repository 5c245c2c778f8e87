import { useEffect, useState } from 'react'
import { region } from '../../../../product/region/region.ts'

export type PhoneLibrary = typeof import('libphonenumber-js/min')
let library: Promise<PhoneLibrary> | null = null
let loaded: PhoneLibrary | null = null

/** The phone library, fetched when a number is first shown or typed. */
export function phoneLibrary(): Promise<PhoneLibrary> {
  library ??= import('libphonenumber-js/min').then(
    module => {
      loaded = module
      return module
    },
    error => {
      library = null
      throw error
    },
  )
  return library
}

/** A number as its country writes it; as it came while the library is on its way or when it is no number. */
export function nationalNumber(number: string, using: PhoneLibrary): string {
  const parsed = using.parsePhoneNumberFromString(number, region.country)
  if (!parsed) return number
  return parsed.countryCallingCode === '1' ? parsed.formatNational() : parsed.formatInternational()
}

/** The library once it is here, `null` before; not asked for while it is not needed. */
export function usePhoneLibrary(isNeeded = true): PhoneLibrary | null {
  const [isReady, setIsReady] = useState(loaded !== null)
  useEffect(() => {
    if (isNeeded && !isReady) void phoneLibrary().then(() => setIsReady(true))
  }, [isNeeded, isReady])
  return loaded
}

/** The same for screens: formatted once the library is here. */
export function usePhoneText(number: string | null): string {
  const library = usePhoneLibrary(number !== null)
  return number ? (library ? nationalNumber(number, library) : number) : ''
}

/** What is wrong with a typed number, if anything. */
export async function phoneProblem(number: string): Promise<string | null> {
  if (!number.trim()) return null
  const { parsePhoneNumberFromString } = await phoneLibrary()
  const parsed = parsePhoneNumberFromString(number, region.country)
  // Numbers of the 555 exchange are kept for examples and films: possible, though nobody answers.
  return parsed?.isPossible() ? null : 'must be a phone number'
}
