import { expect, it } from 'vitest'
import { folderWith } from '@/lib/test-support'
import { reportOn } from './report'

const brand = '{"name":"Acme","service":"Rewards"}'

it('reportOn calls a skin good only when it has nothing to say about it', () => {
  for (const [files, needsWork, lines] of [
    [{}, false, ['is good']],
    [
      { 'messages/en.json': '{"wait":{"place":"You are next"}}' },
      false,
      ['Notes:', 'wait.place leaves out {place}', 'works, but see the notes'],
    ],
    [{ 'logo.png': 'no picture' }, true, ['Broken or too large:', 'logo.png is not a PNG', 'needs work']],
    [{ 'theme.css': ':root { --skin-text: #fff }' }, true, ['Hard to read', '--skin-text #fff on', 'needs work']],
    [{ 'brand.json': '{}' }, true, ['The app does not start', 'brand.json name is missing', 'needs work']],
  ] as const) {
    const report = reportOn(folderWith({ 'brand.json': brand, ...files }))
    expect(report.needsWork).toBe(needsWork)
    for (const line of lines) expect(report.lines.join('\n')).toContain(line)
    expect(report.lines.at(-1)).toMatch(new RegExp(`${lines.at(-1)}\\.$`))
  }
})
