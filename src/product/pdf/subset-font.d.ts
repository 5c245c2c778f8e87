/** What is used here of it (its README); `@types/subset-font` describes an older version without `keepAllGlyphs`. */
declare module 'subset-font' {
  interface Options {
    targetFormat: 'truetype'
    keepAllGlyphs: boolean
    variationAxes: Readonly<Record<string, number>>
  }
  export default function subsetFont(font: Uint8Array, text: string | undefined, options: Options): Promise<Uint8Array>
}
