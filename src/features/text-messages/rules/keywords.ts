/** What a word means that a person texts: end all texts, begin again, or what is this. */
export const keywords = ['stop', 'start', 'help'] as const
export type Keyword = (typeof keywords)[number]

type Language = 'en' | 'fr'

/**
 * The words in both languages, in capitals and without accents. Those that end texts are also the ones by which Twilio closes
 * the number by itself, so that our ledger and the carrier agree.
 */
const words: Readonly<Record<string, { keyword: Keyword; language: Language }>> = {
  ...spelled('stop', 'en', ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT']),
  ...spelled('stop', 'fr', ['ARRET', 'ARRETER', 'ARRETEZ', 'DESABONNER']),
  ...spelled('start', 'en', ['START', 'UNSTOP']),
  ...spelled('start', 'fr', ['DEBUT', 'COMMENCER']),
  ...spelled('help', 'en', ['HELP', 'INFO']),
  ...spelled('help', 'fr', ['AIDE']),
}

function spelled(keyword: Keyword, language: Language, all: readonly string[]) {
  return Object.fromEntries(all.map(word => [word, { keyword, language }]))
}

/**
 * The word that a text is, however it is written: "Arrêt", "stop.", " STOP ". A word within a sentence is no keyword: "stop please
 * call me" is for a person.
 */
export function keywordOf(body: string): { keyword: Keyword; language: Language } | null {
  const word = body
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/^[\p{P}\p{S}\s]+|[\p{P}\p{S}\s]+$/gu, '')
    .toUpperCase()
  return Object.hasOwn(words, word) ? (words[word] ?? null) : null
}

/** What is answered, once. */
export function answerTo(
  { keyword, language }: { keyword: Keyword; language: Language },
  { site, email }: { site: string; email: string },
): string {
  const answers: Readonly<Record<Keyword, Record<Language, string>>> = {
    stop: {
      en: `${site}: You will get no more texts from us. Reply START to get them again.`,
      fr: `${site} : Vous ne recevrez plus de textos de notre part. Répondez START pour en recevoir de nouveau.`,
    },
    start: {
      en: `${site}: You will get texts from us again. Reply STOP to end them.`,
      fr: `${site} : Vous recevrez de nouveau nos textos. Répondez ARRET pour les arrêter.`,
    },
    help: {
      en: `${site}: Real estate. Reply to reach your agent, or write to ${email}. Reply STOP to end texts.`,
      fr: `${site} : Immobilier. Répondez pour joindre votre agent ou écrivez à ${email}. ARRET pour arrêter les textos.`,
    },
  }
  return answers[keyword][language]
}
