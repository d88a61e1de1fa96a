import { assert, constantFrom, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redacted, hidePasswords, soundsLikePassword } from '../../../src/platform/redact.ts'

const json = JSON.stringify

describe('a password in JSON', () => {
  test.each([
    ['{"userid":"1","password":"geheim"}', `{"userid":"1","password":"${redacted}"}`],
    ['{"password":"zwei Worte, mehr","a":1}', `{"password":"${redacted}","a":1}`],
    ["{'pwd': 'geheim'}", `{'pwd': '${redacted}'}`],
    ['{"password":"ge\\"heim","a":1}', `{"password":"${redacted}","a":1}`],
    ['{"password":"geheim\\\\","a":"b"}', `{"password":"${redacted}","a":"b"}`],
    ['{"password":"ge<heim\'s","a":1}', `{"password":"${redacted}","a":1}`],
    ['{"password":1234567,"a":1}', `{"password":"${redacted}","a":1}`],
    ['{"password":["geheim]","geheim2"],"a":["b"]}', `{"password":"${redacted}","a":["b"]}`],
    ['{"password":{"value":"geheim","old":{"b":"geheim2"}},"a":1}', `{"password":"${redacted}","a":1}`],
    [`{"password"${' '.repeat(50)}:\n${' '.repeat(50)}"geheim"}`, undefined],
    ['{"name":"password","value":"geheim"}', `{"name":"password","value":"${redacted}"}`],
    ['{"password":"geheim', `{"password":"${redacted}`],
  ])('is masked: %s', (text, hidden) => {
    expect(hidePasswords(text)).not.toContain('geheim')
    if (hidden !== undefined) expect(hidePasswords(text)).toBe(hidden)
  })

  test('is masked at any depth of JSON in JSON, and everything else stays unchanged', () => {
    let [text, hidden] = [json({ password: 'ge"he\\im\\', a: 1 }), json({ password: redacted, a: 1 })]
    for (let depth = 0; depth < 4; depth += 1) {
      expect(hidePasswords(text)).toBe(hidden)
      ;[text, hidden] = [json({ inner: text }), json({ inner: hidden })]
    }
  })

  test('is masked so that the JSON can still be parsed, whatever the password is', () => {
    const value = string({ minLength: 1, maxLength: 30, unit: 'binary' })
    assert(
      property(value, constantFrom('password', 'PIN', 'authToken', 'user_pw'), (secret, name) => {
        const text = json({ a: 'before', [name]: secret, b: 'after' })
        expect(JSON.parse(hidePasswords(text))).toEqual({ a: 'before', [name]: redacted, b: 'after' })
      }),
      { seed: 20260301, numRuns: 500 },
    )
  })
})

describe('a password in XML', () => {
  test.each([
    ['<Password>geheim</Password><a>1</a>', `<Password>${redacted}</Password><a>1</a>`],
    ['<a:Password xsi:type="x:string">geheim</a:Password>', `<a:Password xsi:type="x:string">${redacted}</a:Password>`],
    ['<PASSWORD><![CDATA[ge<b>heim]]></PASSWORD><a>1</a>', `<PASSWORD>${redacted}</PASSWORD><a>1</a>`],
    ['<Password>ge<!-- -->geheim</Password>', `<Password>${redacted}</Password>`],
    ['<Password><Value>geheim</Value></Password>', `<Password>${redacted}</Password>`],
    ['<Password value="geheim"/><a>1</a>', `<Password value="${redacted}"/><a>1</a>`],
    ['<user Password="ge&quot;heim>geheim" a="1"/>', `<user Password="${redacted}" a="1"/>`],
    ["<user n:pwd = 'geheim'/>", `<user n:pwd = '${redacted}'/>`],
    ['<field name="password" value="geheim"/>', `<field name="password" value="${redacted}"/>`],
    ['<Key>Password</Key><Value>geheim</Value>', `<Key>Password</Key><Value>${redacted}</Value>`],
    ['&lt;Password&gt;geheim&lt;/Password&gt;', `&lt;Password&gt;${redacted}&lt;/Password&gt;`],
    ['&amp;lt;pin&amp;gt;geheim&amp;lt;/pin&amp;gt;', `&amp;lt;pin&amp;gt;${redacted}&amp;lt;/pin&amp;gt;`],
    [
      String.raw`{"x":"\u003cPin\u003egeheim\u003c/Pin\u003e"}`,
      String.raw`{"x":"\u003cPin\u003e${redacted}\u003c/Pin\u003e"}`,
    ],
    [String.raw`{"x":"<Pin>geheim<\/Pin>"}`, String.raw`{"x":"<Pin>${redacted}<\/Pin>"}`],
    ['<Password>geheim', `<Password>${redacted}`],
    ['<Password/><a>1</a>', '<Password/><a>1</a>'],
    ['<Password></Password><a>1</a>', '<Password></Password><a>1</a>'],
  ])('is masked: %s', (text, hidden) => {
    expect(hidePasswords(text)).toBe(hidden)
  })
})

describe('a password in a form or an address', () => {
  test.each([
    ['?password=geheim&userid=1', `?password=${redacted}&userid=1`],
    ['userid=1&PW=geheim', `userid=1&PW=${redacted}`],
    ['http://a.example/?a=1&authToken=geheim&b=1', `http://a.example/?a=1&authToken=${redacted}&b=1`],
    ['next=%2Fa%3Fpin%3Dgeheim%26b%3D1', `next=%2Fa%3Fpin%3D${redacted}%26b%3D1`],
    ['%7B%22password%22%3A%22geheim%22%7D', `%7B%22password%22%3A%22${redacted}%22%7D`],
    [
      '{&quot;password&quot;:&quot;geheim&quot;,&quot;a&quot;:1}',
      `{&quot;password&quot;:&quot;${redacted}&quot;,&quot;a&quot;:1}`,
    ],
    ['Authorization: Bearer geheim', `Authorization: ${redacted}`],
    [String.raw`"a\r\npin: geheim\n"`, String.raw`"a\r\npin: ${redacted}\n"`],
    [String.raw`{\u0022pin\u0022:\u0022geheim\u0022}`, String.raw`{\u0022pin\u0022:\u0022${redacted}\u0022}`],
    ['password => geheim', `password => ${redacted}`],
  ])('is masked: %s', (text, hidden) => {
    expect(hidePasswords(text)).toBe(hidden)
  })
})

test.each([
  ['Password is Zx9kQ2vb', `Password is ${redacted}`],
  ['{"Message":"Your new password is: Zx9kQ2vb"}', `{"Message":"Your new password is: ${redacted}"}`],
  ['Password for 4820913775: Zx9kQ2vb', `Password for 4820913775: ${redacted}`],
  ['login/password: 4820913775 / geheim, keep it', `login/password: ${redacted} / ${redacted}, keep it`],
  [String.raw`"Usuario y clave: 4820913775 \/ geheim"`, String.raw`"Usuario y clave: ${redacted} \/ ${redacted}"`],
  ['Your login/password is 4820913775 / Zx9kQ2vb', `Your login/password is ${redacted} / ${redacted}`],
  ['Password: geheim / User: 4820913775', `Password: ${redacted} / User: 4820913775`],
  [
    '[{"value":"Zx9kQ2vb","name":"password"},{"value":"a"}]',
    `[{"value":"${redacted}","name":"password"},{"value":"a"}]`,
  ],
  ['<Field value="Zx9kQ2vb" name="Password"/><a>1</a>', `<Field value="${redacted}" name="Password"/><a>1</a>`],
  [String.raw`"{\"value\":\"Zx9kQ2vb\",\"name\":\"pin\"}"`, String.raw`"{\"value\":\"${redacted}\",\"name\":\"pin\"}"`],
  ['{"Key":"password","Type":"string","Value":"Xk9"}', `{"Key":"password","Type":"string","Value":"${redacted}"}`],
  ['{"value":"Xk9","type":"x","name":"password"}', `{"value":"${redacted}","type":"x","name":"password"}`],
  [
    '<field name="password" type="text" size=8 value="Xk9"/>',
    `<field name="password" type="text" size=8 value="${redacted}"/>`,
  ],
  ['<field value="Xk9" type="text" name="pin"/>', `<field value="${redacted}" type="text" name="pin"/>`],
  ['No answer from https://user:pa55word@north.example', `No answer from https://user:${redacted}@north.example`],
  [String.raw`"https:\/\/user:pa55word@north.example"`, String.raw`"https:\/\/user:${redacted}@north.example"`],
])('a password in a sentence, in a pair or in an address is masked: %s', (text, hidden) => {
  expect(hidePasswords(text)).toBe(hidden)
})

test.each([
  '{"ModelState":{"password":["The field password must not contain %."]}}',
  '{"errors":{"customer.Password":["The \\"password\\" is required.","Must have 8 characters!"]}}',
  '{"errors":{"senha":["Senha inválida","A senha é obrigatória"]}}',
  json({ inner: json({ errors: { password: ['The "password" is required.'] } }) }),
])('the reasons in a list under the name of a password stay visible: %s', (text) => {
  expect(hidePasswords(text)).toBe(text)
})

test.each([
  ['password=required', `password=${redacted}`],
  ['password:required', `password:${redacted}`],
  ['{"password":"required"}', `{"password":"${redacted}"}`],
  ['{"password":["required"]}', `{"password":"${redacted}"}`],
  ['{"password":["my horse was geheim","geheim"]}', `{"password":"${redacted}"}`],
  ['{"password":["The password geh31m is wrong"]}', `{"password":"${redacted}"}`],
  ['{"password":["The PIN is not 4821"]}', `{"password":"${redacted}"}`],
  ['{"password":["is not geheim', `{"password":"${redacted}"`],
  ['Password: wrong#4', `Password: ${redacted}`],
  ['Password: notgeheim', `Password: ${redacted}`],
  ['Password: company', `Password: ${redacted}`],
  ['Password: expired. New password: geheim', `Password: expired. New password: ${redacted}`],
])('a value that may be a password is no reason: %s', (text, hidden) => {
  expect(hidePasswords(text)).toBe(hidden)
})

const secretNames = [
  'pw',
  'pin',
  'pass',
  'pwd',
  'secret',
  'token',
  'authorization',
  'password',
  'clientSecret',
  'user_pass',
  'userpass',
  'userpwd',
  'loginpass',
  'passphrase',
  'palavra-passe',
  'palavraPasse',
  'clave',
  'mdp',
  'parola',
  'sifre',
  'şifre',
  'كلمة_المرور',
  '密码',
  'secretKey',
  'privateKey',
  'authKey',
  'accessCode',
  'credentials',
  'clave_acceso',
  'claveAcceso',
  'codigo_acceso',
  'chave_acesso',
  'mdp_client',
  'pass_word',
  'passw',
  'pass_user',
  'pin_number',
  'motPasse',
  'الرقم_السري',
  'رمز_الدخول',
]
const allNames = secretNames
  .flatMap((name) => [name, name.toUpperCase(), (name[0] ?? '').toUpperCase() + name.slice(1)])
  .concat(['userPIN', 'parentalPIN', 'accountPIN', 'newPWD', 'UserPW', 'userPSW'])

test.each(allNames)('a field named %s is recognized as a secret', (name) => {
  expect(soundsLikePassword(name)).toBe(true)
  for (const text of [
    `{"${name}":"geheim"}`,
    `<${name}>geheim</${name}>`,
    `<a ${name}='geheim'/>`,
    `a=1&${name}=geheim`,
  ])
    expect(hidePasswords(text)).toBe(text.replace('geheim', redacted))
})

test.each([
  '{"Message":"Wrong password"}',
  '{"shipping":"free","mapping":"1","passed":"yes","spin":"a","tokenCount":"3","passport":"x"}',
  'Wrong password for customer 4820913775',
  'The password is incorrect. 1234567',
  '{"enclave":"a","value":"b","name":"c"}',
  '{"hasPassword":true,"password":null,"pin":""}',
  '<spin>1</spin><Mapping>2</Mapping>',
  'customermappingid=12&productmappingid=3',
])('a text without a secret stays unchanged: %s', (text) => {
  expect(hidePasswords(text)).toBe(text)
})

test('a field that is mapped to the password is masked', () => {
  expect(hidePasswords('{"Geheim_Wort":"abc","other":"abc"}', ['geheimwort'])).toBe(
    `{"Geheim_Wort":"${redacted}","other":"abc"}`,
  )
})

test.each([
  ['backslashes', '\\'.repeat(1_000_000)],
  ['parts of password names', 'password'.repeat(200_000)],
  ['quotes', '"'.repeat(1_000_000)],
  ['open tags', '<a>'.repeat(300_000)],
  ['entities in entities', `&${'amp;'.repeat(200_000)}`],
  ['names without a value', 'password '.repeat(100_000)],
  ['blanks after a name', `password${' '.repeat(1_000_000)}`],
  ['blanks after a name in quotes', `"password"${' '.repeat(1_000_000)}z`],
  ['blanks and line ends after a name in quotes', `"password"${' \\n,'.repeat(300_000)}`],
  ['escaped line ends before a value', `password=${'\\n'.repeat(8_000_000)}`],
  ['open tags that never end', '<pin '.repeat(200_000)],
  ['reasons', 'pin: the customer a not set '.repeat(50_000)],
  ['lists of reasons', '{"pin":["is not [valid"]}'.repeat(50_000)],
])('a large text of %s stays unchanged', (_, text) => {
  expect(hidePasswords(text) === text).toBe(true)
})

test.each([
  ['quotes that never end', '"password":"a'.repeat(100_000)],
  ['lists that never end', '"password":['.repeat(100_000)],
  ['elements that never end', '<pin>geheim'.repeat(100_000)],
  ['escaped elements that never end', '&lt;pin&gt;geheim'.repeat(100_000)],
  ['a value without an end', `password=${'geheim'.repeat(2_500_000)}`],
  ['secrets side by side', '<pin>geheim</pin>'.repeat(100_000)],
])('every secret in a large text of %s is masked', (_, text) => {
  const hidden = hidePasswords(text)
  expect(hidden).not.toContain('geheim')
  expect(hidden).toContain(redacted)
})
