#!/usr/bin/env bash
# Whether tools/cluster makes on Slurm what one run makes: starts a cluster of one node in a scratch folder.
# Usage: slurm_test.sh SOURCE_DIR JUMPSCOPE   (exit status 77: Slurm cannot be started here)
set -euo pipefail
source_dir=$1 program=$2
skip() { echo "SKIPPED: $*" && exit 77; }
for tool in slurmctld slurmd munged sbatch squeue scontrol; do
  PATH=$PATH:/usr/sbin command -v $tool >/dev/null || skip "$tool is not installed (Debian: slurm-wlm, munge)"
done
PATH=$PATH:/usr/sbin
[ "$(id -u)" -eq 0 ] || skip "slurmd starts jobs as root only"
folder=$(mktemp -d)
daemons=()
stop() {
  for daemon in "${daemons[@]}"; do kill "$daemon" 2>/dev/null || true; done
  wait
  rm -rf "$folder"
}
trap stop EXIT
chmod 755 "$folder"
# munged wants a folder that nobody else can write to, which a folder below /tmp is not.
mkdir -p "$folder"/{state,spool,run}
node=$(hostname -s)
dd if=/dev/urandom of="$folder/munge.key" bs=1 count=1024 status=none
chmod 400 "$folder/munge.key"
munged --foreground --force --socket="$folder/run/munge" --key-file="$folder/munge.key" --pid-file="$folder/run/munged.pid" \
  --log-file="$folder/munged.log" --seed-file="$folder/munge.seed" >"$folder/munged.out" 2>&1 &
daemons+=($!)
port=$((20000 + $$ % 20000))
cat >"$folder/slurm.conf" <<END
ClusterName=scratch
SlurmctldHost=$node
SlurmctldPort=$port
SlurmdPort=$((port + 1))
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/run/munge
CredType=cred/munge
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/run/slurmctld.pid
SlurmdPidFile=$folder/run/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_res
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
SchedulerParameters=batch_sched_delay=1,sched_interval=2
MpiDefault=none
ReturnToService=2
NodeName=$node CPUs=2 State=UNKNOWN
PartitionName=all Nodes=$node Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF=$folder/slurm.conf
slurmctld -D -f "$SLURM_CONF" >"$folder/slurmctld.out" 2>&1 &
daemons+=($!)
slurmd -D -f "$SLURM_CONF" -N "$node" >"$folder/slurmd.out" 2>&1 &
daemons+=($!)
for _ in $(seq 60); do
  if scontrol show node "$node" 2>/dev/null | grep -qE 'State=IDLE( |$)'; then break; fi
  sleep 0.5
done
scontrol show node "$node" 2>/dev/null | grep -qE 'State=IDLE( |$)' ||
  skip "Slurm does not start: $(tail -n 2 "$folder"/munged.log "$folder"/slurmctld.log "$folder"/slurmd.log 2>/dev/null | tr '\n' ' ')"

# wait_for JOB: until the queue is empty.
wait_for() {
  for _ in $(seq 600); do
    if [ -z "$(squeue -h)" ]; then return; fi
    if squeue -h -o %r | grep -q DependencyNeverSatisfied; then break; fi
    sleep 0.5
  done
  echo "job $1 does not end"; squeue; tail -n 5 "$folder"/slurm*.log "$folder"/*/*.log; return 1
}

# Commas, blanks and % mean something to sbatch.
mkdir "$folder/a, b%j"
work="$folder/a, b%j"
rom=$source_dir/roms_test/jumplab/jumplab.nes
spec() {  # spec FILE SEARCH
  cat >"$1" <<END
{"format": "jumpscope-sweep", "version": 1, "rom": "$rom", "profile": "smb", "watches": ["x=\$006D,\$0086:u16"],
 "start": {"frames": 120}, "inputs": {"patterns": {"choices": ["R", "RA", "RB"], "hold": 8, "steps": 5}},
 "frames": 60, "score": "x", "chunk": 9$2}
END
}
spec "$work/all.json" ""
spec "$work/beam.json" ', "search": {"strategy": "beam", "width": 4, "rounds": 3}'
for name in all beam; do
  "$program" sweep "$work/$name.json" -o "$work/$name-one.csv.zst" >/dev/null 2>&1
  begin=$(date +%s.%N)
  job=$(JUMPSCOPE=$program "$source_dir/tools/cluster/submit" "$work/$name.json" -o "$work/$name.csv.zst" --shards 3)
  wait_for "$job"
  echo "$name: $(echo "$(date +%s.%N) - $begin" | bc 2>/dev/null || true) s on Slurm"
  cmp "$work/$name.csv.zst" "$work/$name-one.csv.zst" || { tail -n 20 "$work/$name.csv.zst.parts"/*.log; exit 1; }
done
# A search of which the last round was lost keeps the rounds before it.
"$program" sweep "$work/beam.json" -o "$work/round0.csv.zst" --shard 1/1 >/dev/null 2>&1
mkdir -p "$work/beam.csv.zst.parts"
"$program" sweep --merge "$work/round0.csv.zst" -o "$work/beam.csv.zst.parts/rounds-to-0.csv.zst" >/dev/null
rm "$work/beam.csv.zst" "$work/beam.csv.zst.parts"/*.log
job=$(JUMPSCOPE=$program "$source_dir/tools/cluster/submit" "$work/beam.json" -o "$work/beam.csv.zst" --shards 3)
wait_for "$job"
cmp "$work/beam.csv.zst" "$work/beam-one.csv.zst"
[ "$(ls "$work/beam.csv.zst.parts"/jumpscope-sweep-*.log | wc -l)" -eq 6 ] || { echo "round 0 was run again"; exit 1; }
# What a task costs besides its work: tasks that do nothing.
begin=$(date +%s.%N)
sbatch --parsable --output=/dev/null --array=1-40 --wrap true >/dev/null
wait_for "of empty tasks"
echo "40 empty tasks: $(echo "$(date +%s.%N) - $begin" | bc 2>/dev/null || true) s"
