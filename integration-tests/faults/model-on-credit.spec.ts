import { tellStories } from "./support/stories"

jest.mock("../../medusa-config", () => jest.requireActual("../support/medusa-configs").configWithLoyalty())

tellStories("checkout", true)
