import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { WorkbookWriter } from '@cj-tech-master/excelts'
import { zip } from '@cj-tech-master/excelts/archive'

/** Files of a zip by name; a function makes them as large as it likes. */
export type ZipFiles = Readonly<Record<string, string | Uint8Array>>

/** A zip of these files. */
export async function zipOf(files: ZipFiles): Promise<Buffer> {
  const archive = zip()
  for (const [name, content] of Object.entries(files)) archive.add(name, content)
  return Buffer.from(await archive.bytes())
}

const types = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

interface Parts {
  /** The rows of each sheet as XML, by its name. */
  sheets: Readonly<Record<string, string>>
  /** What a tag of a sheet says beside its name, such as `state="hidden"`. */
  states?: Readonly<Record<string, string>>
  texts?: string
  styles?: string
  workbook?: string
  more?: ZipFiles
}

/** The files of a workbook, written by hand: with what no writer writes. */
export function workbookFiles({
  sheets,
  states = {},
  texts = '',
  styles = '',
  workbook = '',
  more = {},
}: Parts): ZipFiles {
  const names = Object.keys(sheets)
  const relations = names.map(
    (_, at) => `<Relationship Id="r${at}" Type="${office}/worksheet" Target="worksheets/sheet${at}.xml"/>`,
  )
  return {
    '[Content_Types].xml': types,
    '_rels/.rels': `<Relationships><Relationship Id="r" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}">${workbook}<sheets>${names
      .map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="r${at}" ${states[name] ?? ''}/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relations.join('')}
      <Relationship Id="s" Type="${office}/sharedStrings" Target="/xl/sharedStrings.xml"/>
      <Relationship Id="t" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    ...Object.fromEntries(
      names.map((name, at) => [
        `xl/worksheets/sheet${at}.xml`,
        `<worksheet xmlns="${main}"><sheetData>${sheets[name]}</sheetData></worksheet>`,
      ]),
    ),
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${texts}</sst>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}">${styles}</styleSheet>`,
    ...more,
  }
}

/** A workbook as a program writes it, row by row. */
export async function writeWorkbook(path: string, rows: Iterable<readonly unknown[]>): Promise<Buffer> {
  const workbook = new WorkbookWriter({ stream: createWriteStream(path), useStyles: true, useSharedStrings: true })
  const sheet = workbook.addWorksheet('Leads')
  for (const row of rows) sheet.addRow([...row]).commit()
  sheet.commit()
  await workbook.commit()
  return readFile(path)
}
