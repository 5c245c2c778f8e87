import { usePhoneLibrary } from '../../leads/web/client/phones.ts'

/** A number that is nobody's name, with its country, as unknown numbers are written. */
export function usePlainNumber(number: string | null): string {
  const library = usePhoneLibrary(number !== null)
  return library?.parsePhoneNumberFromString(number ?? '')?.formatInternational() ?? number ?? ''
}
