/** Which processes run, and which key each sends to which service. */
import { Result } from "effect"
import { expect, it } from "vitest"
import { planOf, type ProcessName, processNames } from "./plans.ts"
import { readLaunchConfig } from "./settings.ts"

const MEMBER_API = {
  MEMBER_API_URL: "https://members.example",
  MEMBER_API_KEY: "theirs-for-members",
}
const PERFORMERS = {
  PERFORMER_SERVICE_URL: "https://performers.example",
  PERFORMER_SERVICE_KEY: "theirs-for-performers",
}

const SECRETS = {
  SESSION_SECRET: "seals-sessions",
  SUPPORT_TOKEN: "opens-captures",
  SUPPORT_TOKENS: "anna:opens-captures",
  TOKEN_SECRET: "signs-tokens",
  BANK_SECRET: "signs-callbacks",
  DATABASE_URL: "postgresql://u:opens-the-database@db.example/x",
  SMTP_URL: "smtps://u:sends-mails@mail.example",
  DEPLOY_TOKEN: "of-whoever-starts-the-site",
}
const SYSTEM = { PATH: "/bin", HOME: "/srv/site", NODE_OPTIONS: "--no-warnings", LC_ALL: "C" }

const planned = (environment: Readonly<Record<string, string>>, development = false) => {
  const config = Result.getOrThrow(readLaunchConfig(environment))
  const drawn = (name: string) => environment[name] ?? `drawn-${name}`
  const secrets = {
    BANK_SECRET: drawn("BANK_SECRET"),
    TOKEN_SECRET: drawn("TOKEN_SECRET"),
    MEMBER_API_KEY: drawn("MEMBER_API_KEY"),
    SESSION_SECRET: drawn("SESSION_SECRET"),
    SUPPORT_TOKEN: drawn("SUPPORT_TOKEN"),
  }
  const ground = {
    root: "/site",
    config,
    environment,
    secrets,
    ports: { site: 3_000, simulators: 3_001, smtp: 3_002, backend: 4_000, media: 3_005 },
    backendKey: config.memberApiUrl === null ? secrets.MEMBER_API_KEY : "of-the-backend",
    deskKey: "of-the-desk",
    phoneKey: "of-the-phone",
    mediaKeys: { auth: "asks", admin: "cuts" },
    development,
    restart: false,
  }
  return {
    names: processNames(config),
    told: (name: ProcessName) => planOf(name, ground).environment,
    runs: (name: ProcessName) => planOf(name, ground).args.at(-1),
  }
}

it("npm start runs every process where no service is somebody else's", () => {
  const { names, told } = planned({})
  expect(names).toEqual(["simulators", "backend", "media", "gateway"])
  const { MEMBER_API_KEY } = told("backend")
  expect(told("gateway")).toMatchObject({ MEMBER_API_URL: "http://127.0.0.1:4000", MEMBER_API_KEY })
  expect(told("gateway")).not.toHaveProperty("PERFORMER_SERVICE_URL")
})

it("npm start runs the gateway alone where all services are somebody else's, under its own brand and with their bank", () => {
  const { names, told } = planned({ ...MEMBER_API, ...PERFORMERS, PAYMENT_HOSTS: "pay.example" })
  expect(names).toEqual(["gateway"])
  expect(told("gateway")).toMatchObject({
    ...MEMBER_API,
    ...PERFORMERS,
    PAYMENT_HOSTS: "pay.example",
  })
  expect(told("gateway")).not.toHaveProperty("PARTNERS")
})

it("npm start runs the reference's performers beside somebody else's members, and gives neither the other's key", () => {
  const { names, told } = planned(MEMBER_API)
  expect(names).toEqual(["backend", "media", "gateway"])
  expect(told("backend")).toMatchObject({ MEMBER_API_KEY: "of-the-backend" })
  expect(told("gateway")).toMatchObject({
    ...MEMBER_API,
    PERFORMER_SERVICE_URL: "http://127.0.0.1:4000",
    PERFORMER_SERVICE_KEY: "of-the-backend",
  })
})

it("npm start runs the reference's members beside somebody else's performers", () => {
  const { names, told } = planned(PERFORMERS)
  expect(names).toEqual(["simulators", "backend", "gateway"])
  expect(told("gateway")).toMatchObject({ MEMBER_API_URL: "http://127.0.0.1:4000", ...PERFORMERS })
})

it("npm start gives each process the secrets that it declares, and nothing else of the launcher's environment", () => {
  const { told } = planned({ ...SECRETS, ...SYSTEM, MEMBER_API_KEY: "of-the-gateway" })
  const given = (name: ProcessName) =>
    Object.keys(SECRETS).filter((secret) => Object.hasOwn(told(name), secret))
  expect(given("gateway")).toEqual(["SESSION_SECRET", "SUPPORT_TOKEN", "SUPPORT_TOKENS"])
  expect(given("backend")).toEqual(["TOKEN_SECRET", "BANK_SECRET", "DATABASE_URL", "SMTP_URL"])
  expect(given("simulators")).toEqual(["BANK_SECRET"])
  for (const name of ["gateway", "backend", "simulators"] as const)
    expect(told(name)).toMatchObject(SYSTEM)
  expect(told("simulators")).not.toHaveProperty("MEMBER_API_KEY")
})

it("npm start gives backend and simulated phone one key and each other's address, and neither where callers use a real one", () => {
  const keys = (environment: Readonly<Record<string, string>>) => {
    const { told } = planned(environment)
    return (["simulators", "backend", "gateway"] as const).map((name) => told(name)["PHONE_SECRET"])
  }
  expect(keys({})).toEqual(["of-the-phone", "of-the-phone", undefined])
  expect(planned({}).told("simulators")["PHONE_BACKEND_URL"]).toBe("http://127.0.0.1:4000")
  expect(planned({}).told("backend")["PHONE_URL"]).toBe("http://127.0.0.1:3001")
  const real = { PHONE_URL: "https://phone.example", PHONE_SECRET: "of-the-real-one" }
  expect(planned(real).told("backend")).toMatchObject(real)
  expect(planned(real).told("simulators")).not.toHaveProperty("PHONE_BACKEND_URL")
})

it("npm start offers the desk in development, and in production with a password alone", () => {
  const keys = (environment: Readonly<Record<string, string>>) => {
    const { told } = planned(environment)
    return (["simulators", "backend", "gateway"] as const).map((name) => told(name)["DESK_KEY"])
  }
  expect(keys({})).toEqual(["of-the-desk", "of-the-desk", undefined])
  expect(planned({}).told("simulators")["DESK_BACKEND_URL"]).toBe("http://127.0.0.1:4000")
  const production = {
    ...Object.fromEntries(Object.entries(SECRETS)),
    FOLDCAST_ENV: "production",
    MEMBER_API_KEY: "of-the-gateway",
    BANK_URL: "https://bank.example",
    SITE_ORIGINS: "foldcast=https://site.example",
  }
  const password = { DESK_PASSWORD: "a-long-password" }
  expect(keys(production)).toEqual([undefined, undefined, undefined])
  expect(keys({ ...PERFORMERS, ...password })).toEqual([undefined, undefined, undefined])
  expect(planned(password).told("simulators")).toMatchObject(password)
  expect(planned(password).told("backend")).not.toHaveProperty("DESK_PASSWORD")
})

it("npm start gives the key of somebody else's performer service to the gateway alone", () => {
  const { told } = planned(PERFORMERS)
  expect(told("backend")).not.toHaveProperty("PERFORMER_SERVICE_KEY")
  expect(told("simulators")).not.toHaveProperty("PERFORMER_SERVICE_KEY")
})

it("npm start runs the packed gateway, backend and outside parties, and npm run dev runs their sources", () => {
  expect(planned({}).runs("gateway")).toBe("/site/gateway/dist/main.js")
  expect(planned({}).runs("backend")).toBe("/site/apps/backend/dist/main.js")
  expect(planned({}).runs("simulators")).toBe("/site/apps/simulators/dist/process/main.js")
  expect(planned({}, true).runs("gateway")).toMatch(/gateway\/server\/main\.ts$/u)
  expect(planned({}, true).runs("backend")).toMatch(/apps\/backend\/main\.ts$/u)
  expect(planned({}, true).runs("simulators")).toMatch(/apps\/simulators\/main\.ts$/u)
})

it("npm start gives media engine, chat service and gateway each other's addresses, and no other process their keys", () => {
  const { told } = planned({})
  const keys = { MEDIA_AUTH_KEY: "asks", MEDIA_ADMIN_KEY: "cuts" }
  const engine = { MEDIA_ENGINE_URL: "http://127.0.0.1:3005" }
  expect(told("backend")).toMatchObject({ ...engine, ...keys })
  expect(told("simulators")).toMatchObject(engine)
  expect(told("media")).toMatchObject({
    ...keys,
    MEDIA_AUTH_URL: "http://127.0.0.1:4000/media/authorise",
    MEDIA_EVENTS_URL: "http://127.0.0.1:4000/media/events",
    MEDIA_LOOPS_URL: "http://127.0.0.1:4000/media/loops",
  })
  expect(told("gateway")).toMatchObject(engine)
  for (const key of Object.keys(keys)) {
    expect(told("gateway")).not.toHaveProperty(key)
    expect(told("simulators")).not.toHaveProperty(key)
  }
})

it("npm start runs no media engine where there are no pictures, or another engine serves them", () => {
  for (const other of [{ MEDIA: "off" }, { MEDIA_ENGINE_URL: "https://media.example" }]) {
    expect(planned(other).names).toEqual(["simulators", "backend", "gateway"])
  }
  const { told } = planned({ MEDIA_ENGINE_URL: "https://media.example", MEDIA_AUTH_KEY: "theirs" })
  expect(told("backend")).toMatchObject({
    MEDIA_ENGINE_URL: "https://media.example",
    MEDIA_AUTH_KEY: "theirs",
  })
})
