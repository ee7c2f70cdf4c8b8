/** Reads a CHANGELOG.md in the form of keepachangelog.com. */
export function entriesOf(text: string, version: string): string {
  const section = text.split(/^## /m).find((each) => each.startsWith(`[${version}] - `))
  return section?.slice(section.indexOf('\n')).trim() ?? ''
}
