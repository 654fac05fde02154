import { tellStories } from "./support/stories"

tellStories("payment")
