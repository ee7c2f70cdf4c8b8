import { expect, test } from 'vitest'
import { readUserAgent } from './user-agent.ts'

const blink = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const windows = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink}`
const android = `Mozilla/5.0 (Linux; Android 10; K) ${blink}`
const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const mac = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit}`
const iPhone = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${webKit}`
const iPad = `Mozilla/5.0 (iPad; CPU OS 17_7 like Mac OS X) ${webKit}`

test.each([
  [`${windows} Chrome/156.0.0.0 Safari/537.36`, 'Chrome', 'Windows'],
  [`${windows} Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0`, 'Edge', 'Windows'],
  [`${windows} Chrome/156.0.0.0 Safari/537.36 OPR/120.0.0.0`, 'Opera', 'Windows'],
  [`${windows} Chrome/156.0.0.0 YaBrowser/26.1.0.0 Safari/537.36`, 'Yandex Browser', 'Windows'],
  [`${windows} Chrome/156.0.0.0 Safari/537.36 Vivaldi/7.6`, 'Vivaldi', 'Windows'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox', 'Windows'],
  [`${mac} Version/26.0 Safari/605.1.15`, 'Safari', 'macOS'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${blink} Chrome/156.0.0.0 Safari/537.36`, 'Chrome', 'ChromeOS'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${blink} HeadlessChrome/156.0.0.0 Safari/537.36`, 'Chrome', 'Linux'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox', 'Linux'],
  [`${android} Chrome/156.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android'],
  [`${android} Chrome/156.0.0.0 Mobile Safari/537.36 EdgA/156.0.0.0`, 'Edge', 'Android'],
  [`${android} Chrome/156.0.0.0 Mobile Safari/537.36 OPR/92.0.0.0`, 'Opera', 'Android'],
  [`${android} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`, 'Samsung Internet', 'Android'],
  ['Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0', 'Firefox', 'Android'],
  [`${android.replace('10; K', '4.0.3; LG-L160L')} Version/4.0 Mobile Safari/534.30`, undefined, 'Android'],
  [`${iPhone} Version/26.0 Mobile/15E148 Safari/604.1`, 'Safari', 'iPhone'],
  [`${iPhone} CriOS/156.0.7444.77 Mobile/15E148 Safari/604.1`, 'Chrome', 'iPhone'],
  [`${iPhone} FxiOS/145.0 Mobile/15E148 Safari/605.1.15`, 'Firefox', 'iPhone'],
  [`${iPhone} Version/18.0 EdgiOS/156.0.0.0 Mobile/15E148 Safari/604.1`, 'Edge', 'iPhone'],
  [`${iPhone} Version/18.6 Mobile/15E148 Safari/604.1 OPT/6.1.1`, 'Opera', 'iPhone'],
  [`${iPhone} Mobile/15E148`, undefined, 'iPhone'],
  [`${iPad} Version/17.7 Mobile/15E148 Safari/604.1`, 'Safari', 'iPad'],
  [`${iPad} CriOS/156.0.7444.77 Mobile/15E148 Safari/604.1`, 'Chrome', 'iPad'],
  ['curl/8.9.1', 'curl', undefined],
  ['okhttp/5.0', undefined, undefined],
  ['', undefined, undefined],
  [null, undefined, undefined],
])('%s', (userAgent, browser, system) => expect(readUserAgent(userAgent)).toEqual({ browser, system }))
