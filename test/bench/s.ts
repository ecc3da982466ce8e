import { SqliteStore } from "../../gateway/log/sqlite-store.ts"
import { mkdtempSync, rmSync } from "node:fs"
import { eventOf, VISITS } from "./append/workload.ts"
const batch=+process.argv[2]!, total=+process.argv[3]!
const dir=mkdtempSync("/tmp/s-")
const s=new SqliteStore({file:dir+"/v.db",freshEpoch:"e"})
const pragmas=(process.argv[4]??"").split(";").filter(Boolean)
const db=(s as any).db
const visit=(n:number)=>("visit-"+String(n%VISITS).padStart(8,"0")) as any
const bodies=Array.from({length:100},(_, n)=>JSON.stringify(eventOf(n)))
const entry=(n:number)=>({visit:visit(n),bodies:[bodies[n%100]!],lastEventAt:1700000000000+n,ends:false})
for(let n=0;n<VISITS;n+=1000)s.run(Array.from({length:1000},(_,k)=>({kind:"begin",birth:{visit:visit(n+k),tab:"t",owner:"o"+(n+k),member:"m"+(n+k),locale:"nl",brand:"b",device:"desktop",base:"page",at:1},entry:entry(n+k)}) as any))
const t=performance.now(),c=process.cpuUsage()
for(let n=0;n<total;n+=batch)s.run(Array.from({length:batch},(_,k)=>({kind:"append",entries:[entry(n+k)]}) as any))
const w=performance.now()-t,u=process.cpuUsage(c)
console.log(batch,(total/w).toFixed(0),"k/s wall; cpu µs/event",((u.user+u.system)/total).toFixed(2),"user",(u.user/total).toFixed(2))
s.close();rmSync(dir,{recursive:true})
